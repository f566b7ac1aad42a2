#!/usr/bin/env bash
# Runs a command on another day: `scripts/testing/on-day.sh '2028-02-29 23:50' npx vitest run test/contract`, UTC unless
# the time names a zone. Every process below sees that clock, PostgreSQL and browsers included, and the clock goes on.
# Needs Linux, root and gcc. With libfaketime PostgreSQL's lock_timeout never ends a wait, and environments that are
# emptied lose it: hence a library of our own, in a copy of /etc that only these processes have.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 'YYYY-MM-DD HH:MM' COMMAND..." >&2; exit 2; }
ahead=$(($(date -u -d "$1" +%s) - $(date +%s)))
shift

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cp -a /etc "$folder/etc"
# The clocks that count from a start are left alone: timers and timeouts are as ever.
gcc -O2 -shared -fPIC -DAHEAD="$ahead" -o "$folder/etc/other-clock.so" -xc - <<'C'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *at) {
  int result = syscall(SYS_clock_gettime, clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += AHEAD;
  return result;
}
int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
C
echo /etc/other-clock.so > "$folder/etc/ld.so.preload"
unshare --mount sh -c 'mount --make-rprivate / && mount --bind "$0" /etc && exec "$@"' "$folder/etc" "$@"
