# An image for children. BASE needs Node, a shell, and coreutils (stat, timeout, chown); no VOLUME.
#   docker build -f docker/child.Dockerfile --build-arg BASE=node:24-slim -t retinue-child:local .
ARG BASE=node:24-slim
FROM ${BASE}
COPY apps/child/dist/main.js /opt/retinue/main.js
COPY apps/child/dist/bundle /opt/retinue/bundle
COPY docker/child-package.json /opt/retinue/package.json
WORKDIR /workspace
CMD ["node", "/opt/retinue/main.js"]
