import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendAlike } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { codeAt, idAt, listAt, textAt } from "../vendor/json.ts";
import { digitsOf } from "../vendor/numbers.ts";
import { vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { certainlyRefused, codes, verdict } from "../vendor/verdict.ts";
import { phoneOf, readKavenegarCall, stateOf } from "./kavenegar/news.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings("api.kavenegar.com"),
});
type KavenegarSettings = z.infer<typeof settings>;

const MOST = 200;

export const kavenegar = defineGateway({
  id: "kavenegar",
  label: "Kavenegar",
  about: "Iran. Up to 200 recipients of one text in a call, each with an id of its own.",
  notes: [
    "## At Kavenegar",
    "",
    "Receipts and replies are sent to addresses of the account: set both in the panel to the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. Kavenegar does not sign its calls: keep the address secret. The API key is",
    "part of every address that is called: keep it off proxies that write logs.",
  ].join("\n"),
  settings,
  dsn: { username: "key", host: "host", schemes: vendorSchemes("kavenegar") },
  example: "kavenegar://API_KEY@default?from=10004346",
  can: { flash: false, media: false, credit: true, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: MOST,
    ids: "recipient",
    reference: "none",
    numbers: "digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code"],
    signature: null,
    unconfirmed: [
      "That it takes numbers outside Iran as digits without a leading `00`.",
      "The names of the fields of replies: `messageid`, `from`, `to`, `message`.",
      "The receipt codes 5 (taken for sent) and 6 (taken for failed).",
      "Whether `localid` keeps a repeated text single: it is not used.",
    ],
  },
  open,
});

const table = {
  never: codes(411, 413, 422),
  stop: codes(401, 403, 407, 416, 418, 501),
  sender: codes(412),
  later: codes(409),
};

function open(given: KavenegarSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, {
    path: `/v1/${encodeURIComponent(given.key)}`,
    headers: {},
    secrets: [given.key],
  });
  const sendSome = (some: readonly OutgoingSms[]) =>
    client.ask({ path: "/sms/send.json", form: formOf(some, given) }, (answer) => readReply(answer, some, client));
  return {
    batchSize: MOST,
    window: given.window,
    // Of the refusals only 411 speaks of a number.
    send: (batch) => sendAlike(batch, ({ all }) => sendHalved(all, sendSome, (code) => code !== "411")),
    credit: () =>
      readCredit(client, "/account/info.json", (json) => ({
        amount: textAt(json, "entries", "remaincredit"),
        unit: "IRR",
      })),
    receive: readKavenegarCall,
  };
}

function formOf(some: readonly OutgoingSms[], given: KavenegarSettings): URLSearchParams {
  const form = new URLSearchParams({ receptor: some.map(({ to }) => digitsOf(to)).join(","), message: some[0]!.text });
  const from = some[0]!.from ?? given.from;
  if (from !== undefined) form.set("sender", digitsOf(from));
  return form;
}

function readReply(answer: Answer, some: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const code = codeAt(answer.json, "return", "status");
  const words = (said: string): string => client.words(said, some[0]!.text);
  if (answer.status !== 200 || code !== "200") {
    const known = verdict(table, code, words(textAt(answer.json, "return", "message")), answer, some[0]);
    // A status of its own other than 200 is a refusal, whatever HTTP says.
    return code === "" || code === "200" || answer.status >= 500 ? known : certainlyRefused(known, code);
  }
  const numberOf = (entry: unknown): string => phoneOf(textAt(entry, "receptor"));
  return outcomesByNumber(some, listAt(answer.json, "entries"), numberOf, (entry) => {
    const [id, state] = [idAt(entry, "messageid"), textAt(entry, "status")];
    if (["failed", "undelivered"].includes(stateOf(state) ?? ""))
      return { kind: "rejected", code: state, reason: words(textAt(entry, "statustext")) };
    return id === "" ? { kind: "unknown", reason: "an entry without an id" } : { kind: "accepted", providerIds: [id] };
  });
}
