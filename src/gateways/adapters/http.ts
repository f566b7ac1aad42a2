import type { CreditReading, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike } from "../shared/identical-messages.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { readBalance } from "./http/balance.ts";
import { compileBody } from "./http/body.ts";
import { readCall } from "./http/call.ts";
import { openCaller } from "./http/caller.ts";
import { notes } from "./http/notes.ts";
import { recipes } from "./http/recipes.ts";
import { compileReply } from "./http/reply.ts";
import { httpSettings, momentPlaceholders, ownPlaceholders } from "./http/settings.ts";
import { compile, render } from "./http/template.ts";
import { momentOf, ownValues, receiptValue, valuesOf, valuesOfAll } from "./http/values.ts";
import { outcomeOfFailure, type WireAnswer } from "../shared/wire.ts";

export const http = defineGateway({
  id: "http",
  label: "Any HTTP API",
  about:
    "For providers without an adapter of their own. `body` is a template; rules say where a response contains the success mark, the id and " +
    "the error code. The scheme is `https`, or `http` for a plain connection.",
  notes,
  settings: httpSettings,
  dsn: {
    username: "username",
    password: "password",
    path: "path",
    schemes: { https: {}, http: { plain: true } },
  },
  example:
    'https://USER:PASSWORD@api.example.com/sms?body={"to":"{to}","from":"{from}","text":"{text}"}&id=/id&from=ACME',
  recipes: [
    {
      title: "Messages with pictures",
      dsn: 'https://USER:PASSWORD@api.example.com/sms?body={"to":"{to}","from":"{from}","text":"{text}","media":"{media:list}"}&id=/id&from=ACME',
    },
    ...recipes,
  ],
  can: (given) => ({
    flash: given.body.includes("{flash"),
    media: given.body.includes("{media"),
    credit: given.balance !== undefined,
    receipts: given.receiptState !== undefined,
    deduplicates: given.dedup,
    ...(given.dedup && given.dedupFor !== undefined && { deduplicatesFor: given.dedupFor }),
  }),
  traits: {
    recipientsPerCall: 1_000,
    ids: "recipient",
    reference: "field",
    numbers: "as set",
    unicode: "as set",
    validity: null,
    credit: "as set",
    senders: ["number", "short code", "alphanumeric"],
    signature: "HMAC-SHA256, where set",
  },
  open(given, tools) {
    const own = ownValues(given);
    const body = compileBody(given.type, given.body);
    const balanceBody =
      given.balanceBody === undefined
        ? () => undefined
        : compileBody(given.type, given.balanceBody, momentPlaceholders);
    const readReply = compileReply(given);
    const [sendPath, balancePath] = [given.path, given.balancePath].map((path) =>
      render(compile(path, ownPlaceholders), own, encodeURIComponent),
    ) as [string, string];
    const caller = openCaller(given, tools);

    const sendTogether = async (
      all: readonly OutgoingSms[],
      receiptUrl: string | undefined,
    ): Promise<Outcome | readonly Outcome[]> => {
      const moment = momentOf(tools.clock.now(), tools.random);
      const people = all.map((sms) => ({ ...valuesOf(sms, given), ...moment }));
      // Receipts for several people are sent to an address that names none of them.
      const values = { ...valuesOfAll(people), ...receiptValue(receiptUrl, all, given) };
      const read = (answer: WireAnswer) => readReply(answer, all, [...caller.secrets, all[0]?.text]);
      const isAnyInDoubt = (answer: WireAnswer): boolean =>
        [read(answer)].flat().some(({ kind }) => kind === "unknown");
      const answer = await caller.call(given.method, sendPath, { content: body(values, people), values }, isAnyInDoubt);
      if (answer.kind === "unsafe") {
        const reason = "a part of this message cannot be put into a header";
        return all.map(() => ({ kind: "rejected", code: "unsafe_header", reason }));
      }
      if (answer.kind === "no token") return answer.outcome;
      if (answer.kind !== "answer") return outcomeOfFailure(answer);
      return read(answer);
    };
    // One number that a provider refuses may cost the whole call: the other messages are not at fault.
    const sendAll = (all: readonly OutgoingSms[], receiptUrl: string | undefined): Promise<readonly Outcome[]> =>
      sendHalved(all, (some) => sendTogether(some, receiptUrl));
    const sendOne = async (sms: OutgoingSms): Promise<Outcome> => (await sendAll([sms], sms.receiptUrl))[0]!;

    const balance = async (): Promise<CreditReading> => {
      const values = { ...own, ...momentOf(tools.clock.now(), tools.random) };
      return readBalance(
        await caller.call(given.balanceMethod, balancePath, { content: balanceBody(values), values }),
        given,
      );
    };

    return {
      batchSize: given.batch,
      send: (batch) =>
        given.batch === 1
          ? Promise.all(batch.map(sendOne))
          : sendAlike(batch, ({ all, receiptUrl }) => sendAll(all, receiptUrl)),
      ...(given.balance === undefined ? {} : { credit: balance }),
      receive: (events) => readCall(events, given),
    };
  },
});
