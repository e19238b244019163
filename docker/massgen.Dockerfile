# A BASE for child.Dockerfile with MassGen as the engine, in the version that is tested, and Node for the bridge to its
# models. The watcher's file then says `engine_command: [massgen]`, `engine_prompt: argument`.
#   docker build -f docker/massgen.Dockerfile -t retinue-massgen:local .
#   docker build -f docker/child.Dockerfile --build-arg BASE=retinue-massgen:local -t retinue-child:local .
ARG BASE=node:24-slim
FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends git python3 python3-venv \
  && rm -rf /var/lib/apt/lists/*
COPY scripts/clients/install-massgen.sh /opt/install-massgen.sh
RUN HOME=/opt/home RETINUE_TEST_CACHE=/opt sh /opt/install-massgen.sh \
  && ln -s /opt/massgen/bin/massgen /opt/massgen/bin/uv /opt/massgen/bin/mcp-server-filesystem /usr/local/bin/ \
  && rm -rf /opt/home /opt/install-massgen.sh
ENV VIRTUAL_ENV=/opt/massgen
