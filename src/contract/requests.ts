import { z } from "zod";

import { methods } from "#lib/http-methods";

import { dates, list, listPage, pagination, text, toggle } from "./fields.ts";

/** What the first digit of a status says. */
const statusClasses = ["2xx", "4xx", "5xx"] as const;

export const requestsQuery = z.object({
  status: list(z.enum(statusClasses), statusClasses.length)
    .optional()
    .meta({ description: "Only calls with such a status.", example: ["4xx"] }),
  method: z.enum(methods).optional(),
  route: text(200).optional().meta({
    description: "Only calls of this route, as the reference writes it.",
    example: "/messages/{id}/cancel",
  }),
  code: text(60).optional().meta({ description: "Only calls with this error code.", example: "invalid_parameter" }),
  application_password_id: text(100)
    .optional()
    .meta({ description: "Only calls with this application password, by its `uuid`." }),
  request_id: text(128).optional().meta({ description: "Only the call whose response had this `X-Request-Id`." }),
  replayed: toggle().optional().meta({
    description: "true: only calls that got the response to an earlier one with the same Idempotency-Key.",
  }),
  ...dates,
  ...listPage,
});

export const requestPath = z.object({ id: z.string().max(60).meta({ description: "Id of the entry, call_…" }) });

const requestView = z
  .object({
    id: z.string(),
    at: z.iso.datetime().meta({ description: "When the call began." }),
    request_id: z.string().nullable().meta({
      description: "`X-Request-Id` of the response; null: the caller chose one that is not a plain UUID.",
    }),
    method: z.string(),
    route: z.string().meta({ description: "As the reference writes it, below the base path.", example: "/users/{id}" }),
    path: z.string().meta({
      description:
        "The route with the ids of this call. Phone numbers are never in it, nor what a refused call had in place of an id.",
      example: "/users/17",
    }),
    status: z.int().meta({ description: "HTTP status of the response." }),
    code: z.string().nullable().meta({ description: "The error code; null: the call succeeded." }),
    duration_ms: z.int().meta({ description: "Until the response was ready; of a stream, until it began." }),
    called_by: z.string().nullable().meta({
      description:
        "`builtin:17` is user 17 of the built-in host; null: no user was identified, or the user was deleted.",
    }),
    application_password_id: z.string().nullable().meta({
      description: "`uuid` of the application password; null: a web session, or the host does not say.",
    }),
    replayed: z.boolean().meta({
      description: "The response was that of an earlier call with the same Idempotency-Key; nothing was done again.",
    }),
    message_ids: z.array(z.string()).meta({
      description: "Messages that the response to a POST names, at most ten: those that the call made, or acted on.",
    }),
  })
  .meta({ id: "LoggedRequest" });

export const requestsData = z.object({
  items: z.array(requestView),
  not_recorded: z
    .object({ succeeded: z.int(), failed: z.int() })
    .meta({ description: "Calls of everyone, in the time asked for, that are missing because there were too many." }),
  pagination,
});

export const requestData = requestView.and(
  z.object({
    parameters: z.array(z.string()).meta({ description: "Parameters that the error is about." }),
    error: z
      .object({ message: z.string(), cause: z.string(), remedy: z.string(), docs: z.string() })
      .nullable()
      .meta({ description: "What the error code means; null: the call succeeded." }),
    original: z
      .object({
        at: z.iso.datetime().nullable().meta({ description: "When its response was stored; null: not known." }),
        id: z.string().nullable().meta({ description: "Its entry; null: it was not recorded, or cannot be named." }),
      })
      .nullable()
      .meta({ description: "The call that this one repeated; null: `replayed` is false." }),
  }),
);
