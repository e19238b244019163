# A BASE for child.Dockerfile with Claude Code, Codex and Gemini CLI, in the versions that are tested.
#   docker build -f docker/agents.Dockerfile -t retinue-agents:local .
#   docker build -f docker/child.Dockerfile --build-arg BASE=retinue-agents:local -t retinue-child:local .
ARG BASE=node:24-slim
FROM ${BASE}
COPY scripts/clients/install-agents.sh /opt/install-agents.sh
RUN HOME=/opt/home RETINUE_TEST_CACHE=/opt sh /opt/install-agents.sh \
  && ln -s /opt/agents/node_modules/.bin/claude /opt/agents/node_modules/.bin/codex \
    /opt/agents/node_modules/.bin/gemini /usr/local/bin/ \
  && rm -rf /opt/home /opt/install-agents.sh /opt/agents.lock
