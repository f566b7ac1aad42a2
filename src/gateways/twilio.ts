import { z } from "zod";

import type { CreditReading, Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/ports/gateway";

import { defineGateway, flag, numeric } from "./define.ts";
import { readReply } from "./twilio/reply.ts";
import { readCall } from "./twilio/call.ts";
import { exchange, outcomeOfFailure, type WireAnswer, type WireFailure } from "./wire.ts";
import { withRef } from "./with-ref.ts";

const settings = z
  .object({
    sid: z
      .string()
      .regex(/^\w{2,64}$/, "must be an account SID (AC…) or API key SID (SK…)")
      .meta({ label: "Account SID", help: "AC…, or the SID of an API key (SK…) together with `account`." }),
    token: z.string().min(1).meta({ label: "Auth token", secret: true, help: "Or the secret of the API key." }),
    host: z.string().default("api.twilio.com").meta({ label: "Host" }),
    plain: flag().default(false).meta({ label: "Plain HTTP", help: "For test servers only." }),
    account: z
      .string()
      .regex(/^AC\w{1,62}$/, "must be an account SID (AC…)")
      .optional()
      .meta({ label: "Account", help: "Needed only with an API key, or to send for a sub-account." }),
    signingToken: z.string().optional().meta({
      label: "Token that signs webhooks",
      secret: true,
      help: "Needed with an API key: Twilio signs with the account's auth token.",
    }),
    from: z
      .string()
      .max(20)
      .optional()
      .meta({ label: "Sender", help: "E.164 number, short code or alphanumeric sender." }),
    messagingService: z
      .string()
      .regex(/^MG\w{1,62}$/, "must be a Messaging Service SID (MG…)")
      .optional()
      .meta({ label: "Messaging Service SID" }),
    timeout: numeric({ min: 0.1, max: 120, whole: false })
      .default(30)
      .meta({ label: "Time-out (s)", help: "After it the outcome is unknown." }),
    window: numeric({ min: 1, max: 200 }).default(20).meta({ label: "Requests at once" }),
  })
  .refine((given) => given.from !== undefined || given.messagingService !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `messaging_service`",
  })
  .refine((given) => !given.sid.startsWith("SK") || given.account !== undefined, {
    path: ["account"],
    error: "is missing: an API key needs the account it belongs to",
  });

type Settings = z.infer<typeof settings>;

export const twilio = defineGateway({
  id: "twilio",
  label: "Twilio",
  about: "Programmable Messaging. One request per text; receipts and replies come signed.",
  settings,
  dsn: { username: "sid", password: "token", host: "host", schemes: { twilio: {}, "twilio+http": { plain: true } } },
  example: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?from=%2B15005550006",
  recipes: [
    { title: "Messaging Service", dsn: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?messaging_service=MGSERVICE" },
    {
      title: "API key instead of the auth token",
      dsn: "twilio://SKKEY:KEY_SECRET@default?account=ACACCOUNT&signing_token=AUTH_TOKEN&from=%2B15005550006",
    },
  ],
  can: { flash: false, media: true, maxMedia: 10, credit: true, receipts: true, deduplicates: false },
  open,
});

function open(given: Settings, tools: GatewayTools): Gateway {
  const account = given.account ?? given.sid;
  const base = `${given.plain ? "http" : "https"}://${given.host}/2010-04-01/Accounts/${account}`;
  const authorization = `Basic ${Buffer.from(`${given.sid}:${given.token}`).toString("base64")}`;
  const secrets = [given.token, given.signingToken, authorization.slice(6)];

  const call = (method: string, path: string, body?: URLSearchParams): Promise<WireAnswer | WireFailure> =>
    exchange(tools.fetch, {
      method,
      url: base + path,
      headers: {
        authorization,
        accept: "application/json",
        ...(body ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(body ? { body: body.toString() } : {}),
      timeoutMs: given.timeout * 1_000,
    });

  const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
    const answer = await call("POST", "/Messages.json", formOf(sms, given));
    return answer.kind === "answer" ? readReply(answer, [...secrets, sms.text]) : outcomeOfFailure(answer);
  };

  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: async () => readBalance(await call("GET", "/Balance.json")),
    receive: (news) => readCall(news, given.signingToken ?? given.token),
  };
}

function formOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const form = new URLSearchParams({ To: sms.to });
  const from = sms.from ?? given.from;
  if (sms.from === undefined && given.messagingService !== undefined)
    form.set("MessagingServiceSid", given.messagingService);
  else if (from !== undefined) form.set("From", from);
  if (sms.text !== "") form.set("Body", sms.text);
  for (const url of sms.media) form.append("MediaUrl", url);
  // Twilio has no field for a client's reference: the receipt's address carries it back.
  if (sms.receiptUrl !== undefined) form.set("StatusCallback", withRef(sms.receiptUrl, sms.ref));
  if (sms.validFor !== undefined)
    form.set("ValidityPeriod", String(Math.min(36_000, Math.max(1, Math.floor(sms.validFor)))));
  return form;
}

function readBalance(answer: WireAnswer | WireFailure): CreditReading {
  if (answer.kind !== "answer") throw new Error(`Twilio could not be asked for the balance: ${answer.code}`);
  if (answer.status !== 200) throw new Error(`Twilio refused to tell the balance: ${answer.status}`);
  const found = z
    .object({ balance: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.string() })
    .safeParse(parse(answer.body));
  if (!found.success) throw new Error("Twilio's answer about the balance is not of the known form");
  return { amount: found.data.balance, unit: found.data.currency, currency: found.data.currency };
}

function parse(body: string | null): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}
