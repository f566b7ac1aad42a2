import { createHash } from "node:crypto";

const MB = 1024 * 1024;

/**
 * The server's settings, as `name=value`. They are passed on the command line, so an edited postgresql.conf can add to
 * them but never reduce durability.
 *
 * @param memory bytes this machine or container has
 */
export function serverSettings(memory: number): string[] {
  const buffers = Math.round(Math.min(512, Math.max(128, memory / MB / 16)));
  return [
    // "Accepted is durable" depends on these three.
    "fsync=on",
    "full_page_writes=on",
    "synchronous_commit=on",
    `shared_buffers=${buffers}MB`,
    `effective_cache_size=${Math.round(Math.max(256, memory / MB / 2))}MB`,
    "max_connections=100",
    "max_wal_size=2GB",
    "min_wal_size=128MB",
    "wal_compression=on",
    "checkpoint_completion_target=0.9",
    "random_page_cost=1.1",
    "jit=off",
    // Parallel plans need more shared memory than a container's 64 MB, and occupy the second core.
    "max_parallel_workers_per_gather=0",
    "max_parallel_maintenance_workers=0",
    // A statement whose client was killed must not hold its locks to its end.
    "client_connection_check_interval=5s",
    // A failed statement is the client's to report; here its text and values would put phone numbers in a log.
    "log_min_messages=log",
    "log_error_verbosity=terse",
    "log_min_error_statement=panic",
    "log_statement=none",
    "logging_collector=off",
    "log_destination=stderr",
    "log_line_prefix=%m [%p] ",
    "timezone=UTC",
    "log_timezone=UTC",
  ];
}

/** Identifies the settings, to determine whether a running server was started with those we would use. */
export const settingsMark = (settings: readonly string[]): string =>
  createHash("sha256").update(settings.join("\n")).digest("hex").slice(0, 16);
