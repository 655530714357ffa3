# An image that serves over stdio: docker run -i --rm --security-opt seccomp=unconfined
# --security-opt apparmor=unconfined --security-opt systempaths=unconfined
# -v "$PWD:/project" shell-as-mcp --root /project
#
# The options let bubblewrap make its namespaces inside the container. This file was not
# built where it was written, since no container engine was at hand.
FROM node:20-slim

RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ffmpeg shellcheck perl ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && npm install --global deno@2.9.6

WORKDIR /app
COPY --chown=node:node . .

# A plain user: tools then run as the same one, and every limit binds.
USER node
RUN deno install --frozen --entrypoint src/cli/main.ts src/cli/serve.ts

ENTRYPOINT ["deno", "task", "--quiet", "--config", "/app/deno.json", "start"]
