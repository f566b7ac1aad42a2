import type { Caller, Capability } from "#domain/access/capability";
import type { Detail } from "#domain/error";
import type { Method } from "#lib/http-methods";

import type { Fields, Parameter } from "./parameters.ts";
import { failed, invalid, refused, type CompatReply } from "./replies.ts";

/** The response of one of our own endpoints, successful or not. */
export type ApiResult = {
  readonly ok: boolean;
  readonly status: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the error catalog; "" on success. */
  readonly code: string;
  readonly details: readonly Detail[];
  /** Headers that a refusal passes on, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Whether it is the result of one of our endpoints, or an earlier refusal. */
export function isReported(answer: ApiResult | CompatReply): answer is ApiResult {
  return "ok" in answer;
}

export type CompatCall = {
  readonly caller: Caller;
  readonly fields: Fields;
  /** Files of a multipart form, by the names of their fields. */
  readonly files: ReadonlyMap<string, File>;
  /** Credentials as received, for queries on the caller's behalf; null: none that can be passed on. */
  readonly authorization: string | null;
  /**
   * Calls one of our own endpoints as the same caller: `POST /send`. Fields that are undefined are left out.
   *
   * @param part distinguishes the calls of one outer call, so that its Idempotency-Key applies to each
   */
  readonly callApi: (route: string, fields?: Readonly<Record<string, unknown>>, part?: string) => Promise<ApiResult>;
};

/** One route of WP SMS, implemented with our own endpoints. */
export type CompatRoute = {
  readonly method: Method;
  readonly path: string;
  readonly access: Capability;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly handle: (call: CompatCall) => Promise<CompatReply>;
};

/** The framework accepts a change with any of these methods. */
export function changeRoutes(route: Omit<CompatRoute, "method">): readonly CompatRoute[] {
  return (["PUT", "POST", "PATCH"] as const).map((method) => ({ ...route, method }));
}

const LIKE_THE_FRAMEWORK: Readonly<Record<string, string>> = {
  unauthorized: "rest_forbidden",
  forbidden: "rest_forbidden",
  https_required: "rest_forbidden",
  foreign_origin: "rest_forbidden",
  no_route: "rest_no_route",
  method_not_allowed: "rest_no_route",
  internal: "internal_server_error",
};

/** Conditions that WP SMS does not have: they keep their code and their status. */
const OUR_OWN = new Set([
  "too_many_requests",
  "payload_too_large",
  "unsupported_media_type",
  "idempotency_in_flight",
  "idempotency_mismatch",
  "already_created",
  "host_unavailable",
  "database_unavailable",
]);

/** Our refusal in the format of WP SMS: its framework's if that would have refused, otherwise the plugin's. */
export function refusalOf(result: Pick<ApiResult, "code" | "message" | "status" | "headers">): CompatReply {
  return { ...wordsOf(result), headers: result.headers };
}

function wordsOf({ code, message, status }: Pick<ApiResult, "code" | "message" | "status">): CompatReply {
  if (code === "invalid_json") {
    return failed("rest_invalid_json", message, status, { json_error_code: 4, json_error_message: "Syntax error" });
  }
  const known = LIKE_THE_FRAMEWORK[code];
  if (known !== undefined) return failed(known, message, known === "rest_no_route" ? 404 : status);
  if (OUR_OWN.has(code)) return failed(code, message, status);
  return refused(message, code === "not_found" ? 404 : 400);
}

/** The details of a refusal about one of `names`, in the framework's format; null: there are none. */
export function invalidOf(result: ApiResult, names: readonly string[], code?: string): CompatReply | null {
  const issues = new Map<string, { code: string; message: string; data: null } | string>();
  for (const { field, message } of result.details) {
    const name = field.split(/[.[]/)[0]!;
    const text = `${field} ${message}.`;
    if (names.includes(name)) issues.set(name, code === undefined ? text : { code, message: text, data: null });
  }
  return issues.size === 0 ? null : invalid(issues);
}
