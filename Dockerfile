# The whole tree is installed and the web app built once; the image that runs has production packages only.
# Another base needs Node 24.16 or newer with npm, and a user called node.
ARG BASE_IMAGE=docker.io/library/node:24-bookworm-slim

# What is depended on, apart from the sources: a change in those installs nothing anew.
FROM ${BASE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY words/package.json words/
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY chaos/package.json chaos/

FROM manifests AS build
RUN npm ci --loglevel=error
COPY . .
RUN npm run build

FROM manifests AS packages
RUN npm ci --omit=dev --loglevel=error --workspace=@parlance/server --workspace=@parlance/contract --workspace=@parlance/words

FROM ${BASE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/ ./
COPY words words
COPY contract contract
COPY server server
COPY --from=build /app/web/build web/build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
