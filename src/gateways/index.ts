// Generated from the folder by `npm run generate`; do not edit.
import type { GatewayDefinition } from "./define.ts";
import { http } from "./http.ts";
import { sandbox } from "./sandbox.ts";
import { smpp } from "./smpp.ts";
import { twilio } from "./twilio.ts";

/** Every gateway, by id. */
export const definitions: readonly GatewayDefinition[] = [http, sandbox, smpp, twilio];
