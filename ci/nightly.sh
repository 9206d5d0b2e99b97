#!/bin/sh
# The nightly run without any CI product: fetch all that the profile asks for, run it until its
# budget of time is spent, leave report and patch; then decode replies of every vocabulary one by
# one. Copy it; it needs `tokparity` on the PATH.
#
#   ci/nightly.sh [DIRECTORY]   where the run goes [nightly]
#
#   VOCABS   names or globs to fetch instead of the profile's, separated by spaces
#   SUMMARY  a file that the summary is appended to, as Markdown
#
# What cannot be fetched (no npm, a mirror that is down) is named, and the run is over the rest.
# Exit code: the worse of `tokparity run` and `tokparity replies`: 0, 1 a new or stale divergence or
# a law of streaming that is broken, 2 could not run. Nothing is opened or pushed: DIRECTORY/findings.patch is for a person to review and `git apply`.
set -eu
out=${1:-nightly}

set -f # names are for tokparity to match, not for the shell
if [ -n "${VOCABS:-}" ]; then
    # shellcheck disable=SC2086 # several names
    tokparity vocabs fetch $VOCABS || echo "nightly: not everything was fetched" >&2
else
    tokparity vocabs fetch --profile nightly || echo "nightly: not everything was fetched" >&2
fi

status=0
tokparity run --profile nightly --out "$out" || status=$?
replied=0
tokparity replies --profile nightly --out "$out/replies.jsonl" || replied=$?
[ "$status" -ge "$replied" ] || status=$replied
if [ -n "${SUMMARY:-}" ] && [ -f "$out/summary.md" ]; then
    cat "$out/summary.md" >>"$SUMMARY"
fi
exit "$status"
