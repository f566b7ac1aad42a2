// Generated from openapi.json by `npm run generate`. Do not edit.
export type RequestsSchemas = {
  LoggedRequest: {
    id: string;
    /** When the call began. */
    at: string;
    /** `X-Request-Id` of the response; null: the caller chose one that is not a plain UUID. */
    request_id: string | null;
    method: string;
    /** As the reference writes it, below the base path. */
    route: string;
    /** The route with the ids of this call. Phone numbers are never in it, nor what a refused call had in place of an id. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** The error code; null: the call succeeded. */
    code: string | null;
    /** Until the response was ready; of a stream, until it began. */
    duration_ms: number;
    /** `builtin:17` is user 17 of the built-in host; null: no user was identified, or the user was deleted. */
    called_by: string | null;
    /** `uuid` of the application password; null: a web session, or the host does not say. */
    application_password_id: string | null;
    /** The response was that of an earlier call with the same Idempotency-Key; nothing was done again. */
    replayed: boolean;
    /** Messages that the response to a POST names, at most ten: those that the call made, or acted on. */
    message_ids: string[];
  };
};
