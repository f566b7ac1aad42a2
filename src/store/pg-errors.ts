import { isDiskFull } from "#lib/disk-full";
import { codeOf, reasonOf } from "#lib/error-text";
import { QueueFull } from "#lib/group-commit";
import { REFUSED_CERTIFICATE } from "#lib/unreachable";

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

/**
 * The connection could not be established for any reason, such as no free file descriptor or port. On an open session a
 * different system call fails, even if the route disappears during a statement.
 */
function failedToConnect(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null | undefined)?.syscall === "connect";
}

/**
 * The server has no TLS, or its certificate is refused, before a session opens. Installing another certificate resolves
 * it.
 */
function refusedTls(error: unknown): boolean {
  return REFUSED_CERTIFICATE.test(codeOf(error)) || /server does not support SSL connections/i.test(messageOf(error));
}

/** The same, or TLS broke off: an open session may have sent its statement by then. */
function failedTls(error: unknown): boolean {
  return refusedTls(error) || /^ERR_(TLS|SSL)_/.test(codeOf(error));
}

/** `pg` has no code for a connection that ended during a query, nor for one that was never established. */
function connectionLost(error: unknown): boolean {
  return /connection terminated|connection ended|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|not currently accepting connections|not queryable|after calling end on the pool/i.test(
    messageOf(error),
  );
}

/** Classes 22 and 23: the data of some row is wrong, not the database. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error)) && !lacksPartition(error);
}

/** A value that no retry can fix: wrong for its type, missing where required, too large for an index. */
export function isValueError(error: unknown): boolean {
  return /^(22|23502|54)/.test(codeOf(error));
}

export function isDuplicateKey(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/**
 * A prepared statement selects all columns of a table to which a migration has added one: the server refused to execute
 * it. The routine is compared, because the error code covers other cases, too, and messages are translated.
 */
export function hasStalePlan(error: unknown): boolean {
  return codeOf(error) === "0A000" && (error as { routine?: string }).routine === "RevalidateCachedQuery";
}

/** A session was refused, not a statement: PostgreSQL before 16 has no code of its own for it. */
const refusedForSpace = (error: unknown): boolean => codeOf(error) === "XX000" && isDiskFull(error);

/** Serialization, deadlock, lost connection, shutdown: the same statement may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  return /^(40001|40P01|08|57P0)/.test(codeOf(error)) || isUnreachable(error);
}

/** The statement was sent and the answer never arrived: it may have been committed. */
export function outcomeIsUnknown(error: unknown): boolean {
  return /^(08|57P0)/.test(codeOf(error)) || isUnreachable(error);
}

/**
 * The session ended while it executed a statement, which has taken effect or not. A server that answers with a refusal,
 * such as that its disk is full, has rolled the statement back.
 */
export function gotNoAnswer(error: unknown): boolean {
  return outcomeIsUnknown(error) && !wasNeverSent(error) && !/^(25|53)/.test(codeOf(error));
}

/** No session was available: the statement never left this process. */
export function wasNeverSent(error: unknown): boolean {
  const code = codeOf(error);
  return (
    ["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    failedToConnect(error) ||
    refusedTls(error) ||
    /^(53300|57P03|28|3D000)/.test(code) ||
    refusedForSpace(error) ||
    messageOf(error).includes("timeout exceeded when trying to connect")
  );
}

/**
 * The database cannot be reached, has no capacity for another session, refuses the session (moved, another password, a
 * full disk), or is a standby that accepts no writes.
 */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (SOCKET.has(code) || /^(08|57P0|53|28|3D000|25006)/.test(code)) return true;
  return failedToConnect(error) || failedTls(error) || connectionLost(error) || refusedForSpace(error);
}

/** Why the server at DATABASE_URL cannot be used, and what to check, as sentences. */
export function unreachableWords(error: unknown): string {
  const code = codeOf(error);
  const listed = isDiskFull(error) ? NO_SPACE_HINT : HINTS.find(([pattern]) => pattern.test(code))?.[1];
  const hint = listed ?? (failedTls(error) ? NO_TLS_HINT : "Is the server up, and are host and port right?");
  return `The database at DATABASE_URL cannot be used: ${reasonOf(error)}. ${hint}`;
}

/**
 * The role may not do what every node does, such as reading the schema's version or creating next month's partition.
 */
export function lacksRights(error: unknown): boolean {
  return codeOf(error) === "42501";
}

const NO_SPACE_HINT = "Free space on the disk of the database.";
const NO_TLS_HINT = "Turn on TLS there, or remove sslmode from DATABASE_URL.";
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^28/, "Are user and password right, and does pg_hba.conf admit this machine?"],
  [/^3D000$/, "Create it first: createdb --owner ROLE --encoding UTF8 -T template0 NAME."],
  [/^53300$/, "Raise max_connections there, or lower TIDINGS_DATABASE_SESSIONS here."],
  [/^25006$/, "It accepts no writes: use the address of the primary."],
  [/^42501$/, "Use the role that owns the database and its tables."],
  [
    REFUSED_CERTIFICATE,
    "Is the certificate valid for this host, and is sslrootcert the file of the authority that signed it?",
  ],
];

/** A row's month or day has no partition: upkeep creates them ahead, so this one is late or was dropped. */
export function lacksPartition(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "42P01") return /_\d{4}_\d\d/.test(messageOf(error));
  // Messages are in the server's language. A failed check names its constraint; a row without a partition names none.
  return code === "23514" && (error as { constraint?: string }).constraint === undefined;
}

/**
 * Like `isUnreachable`, or so busy that a statement or a lock took too long, that too many calls wait, or that a
 * partition must still be created: the call may be retried later.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof QueueFull || lacksPartition(error)) return true;
  return isUnreachable(error) || /^(57014|55P03|40001|40P01|25P03)/.test(codeOf(error));
}
