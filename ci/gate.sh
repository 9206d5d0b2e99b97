#!/bin/sh
# The gate without any CI product: fetch what is missing, replay every committed case and a fixed
# sample of each fetched vocabulary. Copy it; it needs `tokparity` on the PATH and nothing else.
#
#   ci/gate.sh [DIRECTORY]      where the run goes [parity]
#
#   VOCABS   names or globs to fetch, separated by spaces [the default set]
#   SUMMARY  a file that the summary is appended to, as Markdown
#
# Exit code: 0 all agree, or differ only as the ledger says; 1 a new or stale divergence; 2 could
# not run. DIRECTORY then holds report/index.html, junit.xml, summary.md and, where something is
# new, regressions/ and findings.patch.
set -eu
out=${1:-parity}

set -f # names are for tokparity to match, not for the shell
# shellcheck disable=SC2086 # several names
tokparity vocabs fetch ${VOCABS:-}

status=0
tokparity run --profile gate --out "$out" || status=$?
if [ -n "${SUMMARY:-}" ] && [ -f "$out/summary.md" ]; then
    cat "$out/summary.md" >>"$SUMMARY"
fi
exit "$status"
