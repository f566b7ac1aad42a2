/** Why the private server cannot be used. Each code has one remedy, which the message names. */
export type EmbeddedErrorCode =
  | "folder_in_use"
  | "folder_not_ours"
  | "network_folder"
  | "unreachable_folder"
  | "moved_folder_gone"
  | "no_binaries"
  | "version_mismatch"
  | "several_clusters"
  | "broken_cluster"
  | "unknown_user"
  | "foreign_server"
  | "init_failed"
  | "start_failed"
  | "stop_failed";

/** An error that an operator can resolve: `message` is a complete sentence that says what to do. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The alternative that is always available. */
export const orUrl = "or set DATABASE_URL to a PostgreSQL 15 or newer";
