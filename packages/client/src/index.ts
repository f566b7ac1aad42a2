export { createClient, type Client } from "./client.ts";
export type { CallOptions, ClientOptions, Page, StreamEvent } from "./options.ts";
export { TidingsConnectionError, TidingsError, type ErrorDetail } from "./errors.ts";
export type { ErrorCode } from "./generated/error-codes.ts";
export type { Operations } from "./generated/operation-types.ts";
export type { Schemas, UploadFile } from "./generated/schemas.ts";
export type { WebhookEvents } from "./generated/webhook-events.ts";
