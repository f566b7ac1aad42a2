/**
 * A server without disk space that lost its cache of system tables in a crash refuses every session. Before PostgreSQL
 * 16 there is no error code for this, so the routine is compared, because messages are translated.
 */
const REFUSING_ROUTINES = /^write_(item|relcache_init_file)$/;

/** Shared memory for parallel workers is in /dev/shm, of which a container has 64 MB by default: the code is the same. */
const SHARED_MEMORY_ROUTINES = /^dsm_impl_/;

/** Whether PostgreSQL refused a statement or a session because its disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { readonly code?: unknown; readonly routine?: unknown };
  if (code === "53100") return !SHARED_MEMORY_ROUTINES.test(String(routine));
  return code === "XX000" && REFUSING_ROUTINES.test(String(routine));
}
