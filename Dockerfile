# Build: every package with its compiler, the web app and the server. Run: the result alone on the same base, as an ordinary user.
# The base is Node 24.21.0 for amd64 and arm64. `docker buildx imagetools inspect node:24-bookworm-slim` prints the digest of the newest.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base brings Node 24 itself: without the package "node", which would bring a second one.
RUN npm ci --ignore-scripts && npm rebuild sqlite3
COPY . .
RUN npm run --silent build && npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json
# The bundle holds every package but the two with native code and those that these load. Of the model's runtime, the image keeps
# the binary of its own platform.
RUN for name in sqlite3 bindings file-uri-to-path onnxruntime-common; do \
      mkdir -p "runtime/$name" && cp -r "node_modules/$name/." "runtime/$name/" || exit 1; \
    done \
 && arch="$(node -p process.arch)" && bin=onnxruntime-node/bin/napi-v6/linux && mkdir -p "runtime/$bin" \
 && cp -r "node_modules/$bin/$arch" "runtime/$bin/$arch" \
 && cp -r node_modules/onnxruntime-node/dist node_modules/onnxruntime-node/package.json runtime/onnxruntime-node/ \
 && rm -rf runtime/sqlite3/deps runtime/sqlite3/src runtime/sqlite3/build \
 && install -D node_modules/sqlite3/build/Release/node_sqlite3.node runtime/sqlite3/build/Release/node_sqlite3.node

FROM ${NODE_IMAGE}
ENV NODE_ENV=production EARSHOT_DATA_DIR=/data EARSHOT_HTTP__HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/sbom.cdx.json ./
COPY --from=build /app/runtime ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/licenses ./licenses
COPY --from=build /app/dist ./dist
# One start as the user of the image: it fails the build if something is missing, and its compiled code speeds up the next starts.
# Node keeps that private to its user, so it is made readable.
RUN ln -s /app/bin/earshot /usr/local/bin/earshot && mkdir -p /data && chown 1000:1000 /data \
 && install -d -o 1000 dist/server/compile-cache \
 && EARSHOT_DATA_DIR=/tmp/first EARSHOT_HTTP__PORT=0 EARSHOT_REDDIT__SOURCE=off \
    setpriv --reuid=1000 --regid=1000 --clear-groups sh -c \
    'earshot serve 2>/tmp/first.log & for n in $(seq 120); do grep -q listening /tmp/first.log && break; sleep 1; done; cat /tmp/first.log; kill $! && wait $!' \
 && rm -rf /tmp/first /tmp/first.log && chown -R 0:0 dist/server/compile-cache \
 && chmod -R a+rX dist/server/compile-cache
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.EARSHOT_HTTP__PORT ?? 3000}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["earshot", "serve"]
