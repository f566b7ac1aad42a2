#!/usr/bin/env bash
# A PgBouncer that keeps prepared statements (1.21 or newer), from a newer release of Debian and with that release's
# libraries: unpacked into the user's cache, where the tests find it (pgbouncer.ts).
#
#   test/support/database/fetch-pgbouncer.sh [RELEASE]     trixie unless told
set -euo pipefail

. "$(dirname "$0")/../debian.sh"

cache=$debian_cache/pgbouncer
packages="pgbouncer libc6 libevent-2.1-7t64 libcares2 libldap2 libssl3t64 libsystemd0 libpam0g libcap2 libsasl2-2 libzstd1
  libaudit1 libcap-ng0 libgcrypt20 libgpg-error0 liblz4-1 liblzma5"

mkdir -p "$cache"
scratch=$(mktemp -d "$cache/new.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2086
unpack_debian "${1:-trixie}" "$scratch" $packages

# Its C library is newer than the machine's: started by its own loader, it finds its own. By relative paths: a test that
# runs as root copies all of it to where another user may read.
(cd "$scratch/unpacked" && find . -mindepth 1 -maxdepth 1 ! -name usr -exec rm -rf {} + && rm -rf usr/share)
loader=$(cd "$scratch/unpacked" && find usr/lib -name 'ld-linux-*.so.*' | head -n 1)
cat > "$scratch/unpacked/run" <<SCRIPT
#!/bin/sh
here=\$(dirname "\$0")
exec "\$here/$loader" --library-path "\$here/$(dirname "$loader")" "\$here/usr/sbin/pgbouncer" "\$@"
SCRIPT
chmod 755 "$scratch/unpacked/run"
chmod -R a+rX "$scratch/unpacked"
rm -rf "${cache:?}/newer"
mv "$scratch/unpacked" "$cache/newer"
"$cache/newer/run" --version | head -n 1
