import { reasonOf } from "#lib/error-words";
import { QueueFull } from "#lib/group-commit";

/** SQLSTATE of an error, or the socket's code where the server never answered. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

const SOCKET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** `pg` has no code for a connection that ended under a query, nor for one that never came. */
function connectionLost(error: unknown): boolean {
  return /connection terminated|connection ended|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|not currently accepting connections|not queryable|after calling end on the pool/i.test(
    messageOf(error),
  );
}

/** Classes 22 and 23: the data of some row is at error, not the database. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error)) && !lacksPartition(error);
}

/** A value that no retry makes fit: wrong for its type, absent where one must be, too large for an index. */
export function isValueError(error: unknown): boolean {
  return /^(22|23502|54)/.test(codeOf(error));
}

/** A key that is there already. */
export function isDoubled(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Serialization, deadlock, lost connection, shutdown: the same statement may go through a moment later. */
export function isTransient(error: unknown): boolean {
  return /^(40001|40P01|08|57P0)/.test(codeOf(error)) || isUnreachable(error);
}

/** The statement was sent and the answer never came: it may have been committed. */
export function outcomeIsUnknown(error: unknown): boolean {
  return /^(08|57P0)/.test(codeOf(error)) || isUnreachable(error);
}

/** No session could be had: the statement never left this process. */
export function wasNeverSent(error: unknown): boolean {
  const code = codeOf(error);
  return (
    ["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    // A session that is open may end with these, too, when a route goes away under its statement.
    (["EHOSTUNREACH", "ENETUNREACH"].includes(code) && (error as NodeJS.ErrnoException).syscall === "connect") ||
    /^(53300|57P03|28|3D000)/.test(code) ||
    messageOf(error).includes("timeout exceeded when trying to connect")
  );
}

/**
 * The database cannot be asked at all, has no room for another session, does not let us in (moved, another password),
 * or is a standby that takes no writes.
 */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  return SOCKET.has(code) || /^(08|57P0|53|28|3D000|25006)/.test(code) || connectionLost(error);
}

/** Why the server at DATABASE_URL cannot be asked, and what to look at, as sentences. */
export function unreachableWords(error: unknown): string {
  const code = codeOf(error);
  const hint = HINTS.find(([pattern]) => pattern.test(code))?.[1] ?? "Is the server up, and are host and port right?";
  return `The database at DATABASE_URL cannot be used: ${reasonOf(error)}. ${hint}`;
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^28/, "Are user and password right, and does pg_hba.conf let this machine in?"],
  [/^3D000$/, "Make it first: createdb --owner ROLE --encoding UTF8 -T template0 NAME."],
  [/^53300$/, "Raise max_connections there, or lower TIDINGS_DATABASE_SESSIONS here."],
  [/^25006$/, "It takes no writes: give the address of the primary."],
];

/** A row's month or day has no partition: upkeep makes them ahead, so this one is late or somebody dropped it. */
export function lacksPartition(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "42P01") return /_\d{4}_\d\d/.test(messageOf(error));
  // Words are in the server's language. A check that failed names its constraint; a row without a place has none.
  return code === "23514" && (error as { constraint?: string }).constraint === undefined;
}

/**
 * As `isUnreachable`, or so busy that a statement or a lock took too long, that too many calls wait, or that a partition
 * is still to be made: the call may be tried again later.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof QueueFull || lacksPartition(error)) return true;
  return isUnreachable(error) || /^(57014|55P03|40001|40P01|25P03)/.test(codeOf(error));
}
