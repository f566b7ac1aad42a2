import { errors, type ErrorCode } from "#contract/errors";
import { requestData, requestPath } from "#contract/requests";
import { DomainError } from "#domain/error";
import type { LoggedRequest } from "#domain/requests/request-log";
import { withoutPrefix, withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { about, shownRequest, visibleTo } from "./request-view.ts";
import type { RequestsDeps } from "./requests.ts";

/** `GET /requests/{id}`. */
export function requestEndpoint({ requestLog, docsUrl }: RequestsDeps): Endpoint {
  return endpoint({
    ...about,
    operationId: "getRequest",
    method: "GET",
    path: "/requests/{id}",
    summary: "Show a call of the API",
    description:
      "With what its error code means, and the call whose response it got again. Calls of others need svc_setting.",
    input: requestPath,
    data: requestData,
    errors: ["not_found"],
    async handle({ id: text }, { caller }) {
      const id = withoutPrefix("call", text);
      const entry = id && (await requestLog.find(id, visibleTo(caller)));
      if (!entry) throw new DomainError("not_found", "There is no such call in the log.");
      const original = entry.replayed ? await requestLog.original(entry) : null;
      return {
        message: `${entry.method} ${entry.path}: ${entry.status}.`,
        data: {
          ...shownRequest(entry),
          parameters: entry.parameters,
          error: explained(entry, docsUrl),
          original: entry.replayed
            ? {
                at: isoTime(entry.originalAt),
                id: original && withPrefix("call", original.id),
              }
            : null,
        },
      };
    },
  });
}

/** A node of another release may have stored a code that this one does not know. */
function explained({ code }: LoggedRequest, docsUrl: string) {
  if (code === null || !Object.hasOwn(errors, code)) return null;
  const { sentence, cause, remedy } = errors[code as ErrorCode];
  return { message: sentence, cause, remedy, docs: `${docsUrl}#${code}` };
}
