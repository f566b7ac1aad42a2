#!/usr/bin/env bash
# Payload CMS with its e-commerce plugin, 800 MB from npm, in the user's cache, where test/flows/payload finds it
# (folder.ts). Without install scripts, which it does not need.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tidings/payload

mkdir -p "$cache"
if cmp -s "$here/package-lock.json" "$cache/installed.json"; then
  echo "Payload is installed: $cache"
  exit
fi
rm -f "$cache/installed.json"
cp "$here/package.json" "$here/package-lock.json" "$cache"
(cd "$cache" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline)
cp "$here/package-lock.json" "$cache/installed.json"
echo "Installed Payload $(sed -n 's/.*"payload": "\(.*\)".*/\1/p' "$here/package.json"): $cache"
