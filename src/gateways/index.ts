// Generated from the folder by `npm run generate`; do not edit.
import type { GatewayDefinition } from "./define.ts";
import { http } from "./adapters/http.ts";
import { sandbox } from "./adapters/sandbox.ts";
import { smpp } from "./adapters/smpp.ts";
import { twilio } from "./adapters/twilio.ts";

/** Every gateway, by id. */
export const definitions: readonly GatewayDefinition[] = [http, sandbox, smpp, twilio];
