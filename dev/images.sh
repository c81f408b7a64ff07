#!/usr/bin/env bash
# Builds the images of the service without Docker and runs the main job in them, on databases of this machine:
#   sudo dev/images.sh
# Needs Debian on x64. The base image is Node.js 24 of the npm registry on a minimal Debian, since no image registry is asked.
set -euo pipefail
cd "$(dirname "$0")/.."

WORK=${IMAGES_DIR:-/var/tmp/evaluation-service-images}
BASE=localhost/evaluation-node-24
buildah() { command buildah "${STORAGE[@]}" "$@"; }

# With overlay a layer holds what it changes; without it each of some forty is a copy of all before, 1 GB each.
choose_storage() {
  local probe=$WORK/probe driver=vfs
  mkdir -p "$probe"/{lower,upper,work,merged}
  if mount -t overlay overlay -o "lowerdir=$probe/lower,upperdir=$probe/upper,workdir=$probe/work" "$probe/merged" 2> /dev/null; then
    umount "$probe/merged"
    driver=overlay
  fi
  rm -rf "$probe"
  STORAGE=(--storage-driver "$driver" --root "$WORK/$driver" --runroot "$WORK/run-$driver")
}

apt_install() {
  dpkg --status "$@" > /dev/null 2>&1 || { apt-get update -qq && apt-get install --yes -qq --no-install-recommends "$@"; }
}

make_base() {
  local root="$WORK/base/root"
  rm -rf "$WORK/base" && mkdir -p "$root"
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$root"
  node_modules/.bin/tsx -e "require('./dev/runtimes/releases.ts').installReleases()"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp build/runtimes/images/node_modules/node-24/bin/node "$root/usr/local/bin/node"
  cp -r "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  chroot "$root" useradd --uid 1000 --create-home node
  printf 'FROM scratch\nCOPY root/ /\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n' > "$WORK/base/Dockerfile"
  buildah bud --isolation chroot --tag "$BASE" "$WORK/base"
  rm -rf "$WORK/base"
}

build() {
  buildah bud --isolation chroot --layers --build-arg "NODE_IMAGE=$BASE" "${NPM[@]}" \
    --target "$1" --tag "evaluation-service-$1" .
}

# The builds ask the npm registry as this machine does: with its settings, and with the certificates that it trusts besides.
npm_as_here() {
  cat ~/.npmrc > "$WORK/npmrc" 2> /dev/null || : > "$WORK/npmrc"
  NPM=(--volume "$WORK/npmrc:/root/.npmrc:ro")
  [[ -n ${NODE_EXTRA_CA_CERTS:-} ]] || return 0
  cp "$NODE_EXTRA_CA_CERTS" "$WORK/certificates.pem"
  echo 'cafile=/etc/npm-certificates.pem' >> "$WORK/npmrc"
  NPM+=(--volume "$WORK/certificates.pem:/etc/npm-certificates.pem:ro")
}

apt_install buildah debootstrap
mkdir -p "$WORK"
choose_storage
npm_as_here
buildah rm --all > /dev/null # what a build that failed left
buildah inspect --type image "$BASE" > /dev/null 2>&1 || make_base
build api
build worker
api=$(buildah from evaluation-service-api)
worker=$(buildah from evaluation-service-worker)
trap 'buildah rm "$api" "$worker" > /dev/null' EXIT
# The containers share this machine's network, so that the databases on loopback are theirs too.
RUN_IN_CONTAINER="buildah ${STORAGE[*]} run --isolation chroot" \
  API_CONTAINER=$api WORKER_CONTAINER=$worker node_modules/.bin/tsx dev/images/main-job.ts
