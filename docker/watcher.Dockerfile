# The watcher in a container. It needs the engine's socket and the shared directories under the same paths
# as on the host, and mount_pinning: gate. On the host itself (systemd) it can do better: see SECURITY.md.
#   docker build -f docker/watcher.Dockerfile --build-arg BASE=node:24-slim -t retinue-watch:local .
ARG BASE=node:24-slim
FROM ${BASE}
COPY apps/host-watcher/dist/main.js /opt/retinue/main.js
COPY apps/host-watcher/dist/bundle /opt/retinue/bundle
COPY apps/host-watcher/dist/bridge /opt/retinue/bridge
COPY docker/child-package.json /opt/retinue/package.json
ENTRYPOINT ["node", "/opt/retinue/main.js"]
CMD ["run", "--config", "/etc/retinue/watch.yaml"]
