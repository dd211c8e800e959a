# Build: dependencies with their compiler, the web app. Run: the result on the same base, as an ordinary user.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base brings Node 24 itself: without the package "node", which would bring a second one.
RUN npm ci --ignore-scripts && npm rebuild sqlite3
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/sqlite3/deps node_modules/sqlite3/build/Release/obj* node_modules/sqlite3/build/Release/.deps

FROM ${NODE_IMAGE}
ENV NODE_ENV=production EARSHOT_DATA_DIR=/data EARSHOT_HTTP__HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
RUN ln -s /app/bin/earshot /usr/local/bin/earshot && mkdir -p /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.EARSHOT_HTTP__PORT ?? 3000}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/earshot", "serve"]
