import type { Caller } from "#domain/access/capability";
import type { LoggedRequest } from "#domain/requests/request-log";
import { uuidTime, withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

export const about = { access: "user", tag: "Requests" } as const;

/** Whose calls a caller may see: their own; null: everyone's, for callers who may change settings. */
export function visibleTo({ capabilities, principal }: Caller): string | null {
  return capabilities.has("svc_setting") ? null : principal;
}

export function shownRequest(entry: LoggedRequest) {
  return {
    id: withPrefix("call", entry.id),
    at: isoTime(uuidTime(entry.id)),
    request_id: entry.requestId,
    method: entry.method,
    route: entry.route,
    path: entry.path,
    status: entry.status,
    code: entry.code,
    duration_ms: entry.durationMs,
    called_by: entry.principal,
    application_password_id: entry.passwordId,
    replayed: entry.replayed,
    message_ids: entry.messageIds.map((id) => withPrefix("msg", id)),
  };
}
