// Generated from the folder by `npm run generate`; do not edit.
import type { GatewayDefinition } from "./define.ts";
import { africastalking } from "./adapters/africastalking.ts";
import { aws } from "./adapters/aws.ts";
import { bandwidth } from "./adapters/bandwidth.ts";
import { bulksms } from "./adapters/bulksms.ts";
import { clickatell } from "./adapters/clickatell.ts";
import { clicksend } from "./adapters/clicksend.ts";
import { elks } from "./adapters/elks.ts";
import { gatewayapi } from "./adapters/gatewayapi.ts";
import { http } from "./adapters/http.ts";
import { infobip } from "./adapters/infobip.ts";
import { jasmin } from "./adapters/jasmin.ts";
import { kannel } from "./adapters/kannel.ts";
import { kavenegar } from "./adapters/kavenegar.ts";
import { messagebird } from "./adapters/messagebird.ts";
import { msg91 } from "./adapters/msg91.ts";
import { ovh } from "./adapters/ovh.ts";
import { plivo } from "./adapters/plivo.ts";
import { sandbox } from "./adapters/sandbox.ts";
import { sinch } from "./adapters/sinch.ts";
import { smpp } from "./adapters/smpp.ts";
import { smsapi } from "./adapters/smsapi.ts";
import { smsgate } from "./adapters/smsgate.ts";
import { telnyx } from "./adapters/telnyx.ts";
import { textbee } from "./adapters/textbee.ts";
import { twilio } from "./adapters/twilio.ts";
import { vonage } from "./adapters/vonage.ts";

/** Every gateway, by id. */
export const definitions: readonly GatewayDefinition[] = [
  africastalking,
  aws,
  bandwidth,
  bulksms,
  clickatell,
  clicksend,
  elks,
  gatewayapi,
  http,
  infobip,
  jasmin,
  kannel,
  kavenegar,
  messagebird,
  msg91,
  ovh,
  plivo,
  sandbox,
  sinch,
  smpp,
  smsapi,
  smsgate,
  telnyx,
  textbee,
  twilio,
  vonage,
];
