# Two images from one build: `api` (Express) and `worker` (jobs and rendering, with Chromium).

# Another registry's copy of it, or one made by dev/images.sh.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsoa.json ./
COPY dev/production-build dev/production-build
COPY api api
COPY worker worker
COPY shared shared
COPY console console
RUN npm run build

# Run-time packages alone; argon2 and sharp bring their binaries along, so no package runs a script.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

# The processes read build/openapi relative to the working directory.
FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
USER node

FROM runtime AS api
ENV PORT=3000
EXPOSE 3000
CMD ["node", "--enable-source-maps", "build/js/api/main.js"]

# Liberation is metric-compatible with Arial, which the reports ask for; Noto has the scripts of names and comments. Chromium runs without its own sandbox, which
# needs privileges that a container should not have; see worker/render/pdf-browser.ts for the walls around it.
FROM runtime AS worker
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium-headless-shell fontconfig fonts-liberation \
    fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
USER node
ENV CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell
CMD ["node", "--enable-source-maps", "build/js/worker/main.js"]
