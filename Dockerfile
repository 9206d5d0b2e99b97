# tokparity with every library that it asks, at the pinned versions:
#
#   docker build --tag tokparity .
#   docker run --rm --volume "$PWD:/work" --volume tokparity:/cache tokparity check model/tokenizer.json
FROM python:3.12-slim

COPY ci/requirements.lock /source/ci/requirements.lock
RUN python -m pip install --no-cache-dir --require-hashes -r /source/ci/requirements.lock

COPY . /source
RUN python -m pip install --no-cache-dir --no-deps --no-build-isolation /source \
    && useradd --create-home tokparity \
    && install --directory --owner tokparity /cache /work

USER tokparity
ENV TOKPARITY_CACHE=/cache
VOLUME /cache
WORKDIR /work
ENTRYPOINT ["tokparity"]
CMD ["--help"]
