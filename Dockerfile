FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN NEXT_OUTPUT=standalone npm run build
WORKDIR /image
# `standalone` contains the modules that Next.js traced, including those of the routes.
RUN mv /app/.next/standalone/* /app/.next/standalone/.next . \
 && mv /app/.next/static /app/.next/*.mjs /app/.next/*.mjs.map .next/ \
 && mv /app/public . \
 && mkdir -p prisma node_modules/@prisma \
 && cp -r /app/prisma/migrations prisma/ \
 && mv /app/node_modules/@prisma/schema-engine-wasm node_modules/@prisma/ \
 && rm server.js

# The same files and PostgreSQL's client tools, for backups.
FROM postgres:17 AS backup
COPY --from=build /usr/local/bin/node /usr/local/bin/
RUN install -d -o postgres /backups
WORKDIR /app
COPY --from=build /image ./
ENV NODE_ENV=production
USER postgres
CMD ["node", ".next/backup.mjs"]

FROM node:24-slim AS blog
WORKDIR /app
COPY --from=build /image ./
ENV NODE_ENV=production
# These settings keep the server within 512 MB (docs/deploy.md).
ENV NODE_OPTIONS="--max-old-space-size=256 --max-semi-space-size=16"
ENV MALLOC_ARENA_MAX=2
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "--eval", \
  "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".next/server.mjs"]
