export { createClient, type Client } from "./client.ts";
export type { CallOptions, ClientOptions, Page, StreamEvent } from "./options.ts";
export { TidingsConnectionError, TidingsError, type ErrorDetail } from "./errors.ts";
export type { ErrorCode, Operations, Schemas, UploadFile, WebhookEvents } from "./generated/types.ts";
