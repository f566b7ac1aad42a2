import { z } from "zod";

import type { DetailCode } from "#domain/error";

import { errors, type ErrorCode } from "./errors.ts";

export type WireDetail = {
  readonly field: string;
  readonly code: DetailCode;
  readonly message: string;
  readonly value?: unknown;
  /** The name or value that was probably meant. */
  readonly did_you_mean?: string;
};

/** Every failed response, readable by clients that expect `error.message` and by those that expect `data.status`. */
export type ErrorBody = {
  readonly status: "error";
  readonly code: ErrorCode;
  readonly message: string;
  readonly error: { readonly code: number; readonly message: string };
  readonly data: Readonly<Record<string, unknown>> & {
    readonly status: number;
    readonly params: Readonly<Record<string, string>>;
    readonly details: readonly WireDetail[];
    /** Number of issues beyond those listed; absent if there are none. */
    readonly more_details?: number;
  };
  readonly request_id: string;
  readonly docs: string;
};

/**
 * RFC 9457, returned if the client prefers application/problem+json. What an error has in `data` are its extension
 * members.
 */
export type ProblemBody = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly errors: readonly WireDetail[];
  readonly more_details?: number;
};

/** Every successful response. `error` is an empty list because WP SMS clients check it first. */
export function successBody(message: string, data: unknown, top: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ status: "success", message, error: [], ...top, data });
}

export function errorBody(failure: {
  code: ErrorCode;
  message: string;
  details: readonly WireDetail[];
  more: number;
  facts: Readonly<Record<string, unknown>>;
  requestId: string;
  docs: string;
}): ErrorBody {
  const { status } = errors[failure.code];
  return {
    status: "error",
    code: failure.code,
    message: failure.message,
    error: { code: status, message: failure.message },
    data: {
      ...failure.facts,
      status,
      params: Object.fromEntries(failure.details.map((detail) => [detail.field, detail.message])),
      details: failure.details,
      ...(failure.more > 0 && { more_details: failure.more }),
    },
    request_id: failure.requestId,
    docs: `${failure.docs}#${failure.code}`,
  };
}

/** What is wrong with one parameter; `value` is what was sent, if it is short and not secret. */
export const detailSchema = z
  .object({
    field: z.string(),
    code: z.string(),
    message: z.string(),
    value: z.unknown().optional(),
    did_you_mean: z.string().optional(),
  })
  .meta({ id: "Detail" });

/** The error envelope as a schema, for the OpenAPI file. */
export const errorSchema = z
  .object({
    status: z.literal("error"),
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    error: z.object({ code: z.int(), message: z.string() }),
    data: z.looseObject({
      status: z.int(),
      params: z.record(z.string(), z.string()),
      details: z.array(detailSchema),
      more_details: z.int().optional(),
    }),
    request_id: z.string(),
    docs: z.string(),
  })
  .meta({ id: "Error" });
