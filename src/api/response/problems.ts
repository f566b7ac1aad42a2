import { errorBody, type ProblemBody, type WireDetail } from "#contract/envelope";
import { diskFull, errors } from "#contract/errors";
import { limits } from "#contract/limits";
import { DomainError, type Detail } from "#domain/error";
import { isDiskFull } from "#lib/disk-full";
import { errorTrace, errorText } from "#lib/error-text";
import { withPrefix, type Uuid } from "#lib/ids";
import { CommitUnknown, OutcomeUnknown } from "#lib/outcome-unknown";

import { HttpError, httpErrorOf } from "./http-error.ts";
import { apiHeaders, JSON_TYPE } from "./headers.ts";
import type { ApiDeps } from "../services.ts";

/** Turns whatever ended a call into the common error shape. Unexpected errors are logged and reported as `internal`. */
export function toHttpError(
  error: unknown,
  services: Pick<ApiDeps, "isDatabaseDown" | "log">,
  requestId: string,
): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DomainError) return httpErrorOf(error);
  if (error instanceof OutcomeUnknown) {
    services.log("error", "database unavailable, outcome unknown", { requestId, error: errorText(error.cause) });
    const words = "It is not known whether the message was accepted: look it up before sending it again.";
    return new HttpError("database_unavailable", `${errors.database_unavailable.sentence} ${words}`, {
      facts: { outcome: "unknown", message_id: withPrefix("msg", error.id as Uuid) },
      headers: { "Retry-After": "5" },
    });
  }
  if (services.isDatabaseDown(error)) {
    services.log("error", "database unavailable", { requestId, error: errorText(error) });
    const headers = { "Retry-After": "5" };
    const { sentence } = isDiskFull(error) ? diskFull : errors.database_unavailable;
    return error instanceof CommitUnknown
      ? new HttpError("database_unavailable", `${sentence} It is not known whether the call was carried out.`, {
          facts: { outcome: "unknown" },
          headers,
        })
      : new HttpError("database_unavailable", sentence, { headers });
  }
  services.log("error", "unexpected error", { requestId, error: errorTrace(error) });
  return new HttpError("internal", `${errors.internal.sentence} The log has the details under ${requestId}.`);
}

/** The error in the format that the client prefers: the envelope, or RFC 9457. */
export function errorResponse(failure: HttpError, request: Request, requestId: string, ownDocs: string): Response {
  const { status, sentence } = errors[failure.code];
  const details = failure.details.slice(0, limits.issuesListed).map(wireDetail);
  const more = failure.details.length - details.length;
  const docsUrl = docsFor(request) ?? ownDocs;
  if (prefersProblem(request.headers.get("accept"))) {
    const body: ProblemBody = {
      ...failure.facts,
      type: `${docsUrl}#${failure.code}`,
      title: sentence,
      status,
      detail: failure.message,
      instance: `urn:tidings:request:${requestId}`,
      code: failure.code,
      errors: details,
      ...(more > 0 && { more_details: more }),
    };
    const headers = apiHeaders(requestId, "application/problem+json; charset=utf-8", failure.headers);
    return new Response(JSON.stringify(body), { status, headers });
  }
  const headers = apiHeaders(requestId, JSON_TYPE, failure.headers);
  const body = errorBody({
    code: failure.code,
    message: failure.message,
    details,
    more,
    facts: failure.facts,
    requestId,
    docs: docsUrl,
  });
  return new Response(JSON.stringify(body), { status, headers });
}

/** Every code of the domain's details is in the catalog: this does not compile if one is missing. */
export function wireDetail({ suggestion, ...detail }: Detail): WireDetail {
  return suggestion === undefined ? detail : { ...detail, did_you_mean: suggestion };
}

/**
 * The URL under which the platform shows our pages, as stated in a call that it proxies: the caller may have no other
 * access to us. A caller who sends this header themselves only gets their own URL back.
 */
function docsFor(request: Request): string | null {
  const header = request.headers.get("x-tidings-docs") ?? "";
  const url = header.length > 300 ? null : URL.parse(header);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** True only if the header prefers problem+json to JSON by name; a wildcard never does. */
function prefersProblem(accept: string | null): boolean {
  if (!accept || !accept.includes("application/problem+json")) return false;
  const weights = new Map(
    accept.split(",").map((part, index) => {
      const [type = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters
        .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return [type.trim(), { q: q === undefined ? 1 : Number(q), index }] as const;
    }),
  );
  const problem = weights.get("application/problem+json");
  const json = weights.get("application/json");
  if (!problem || problem.q === 0) return false;
  return !json || problem.q > json.q || (problem.q === json.q && problem.index < json.index);
}
