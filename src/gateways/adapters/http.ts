import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/ports/gateway";

import { defineGateway } from "../define.ts";
import { makeAuthorize } from "./http/authorize.ts";
import { readBalance } from "./http/balance.ts";
import { compileBody, contentTypes } from "./http/body.ts";
import { readCall } from "./http/call.ts";
import { readHeader, renderHeaders } from "./http/headers.ts";
import { notes } from "./http/notes.ts";
import { recipes } from "./http/recipes.ts";
import { compileReply } from "./http/reply.ts";
import { httpSettings, ownPlaceholders, type HttpSettings } from "./http/settings.ts";
import { compile, render, type Values } from "./http/template.ts";
import { ownValues, valuesOf } from "./http/values.ts";
import { exchange, outcomeOfFailure } from "../vendor/wire.ts";

export const http = defineGateway({
  id: "http",
  label: "Any HTTP API",
  about:
    "For providers without an adapter of their own. `body` is a template; rules say where an answer holds the yes, the id and " +
    "the error code. The scheme is `https`, or `http` for a plain connection.",
  notes,
  settings: httpSettings,
  dsn: {
    username: "username",
    password: "password",
    host: "host",
    path: "path",
    schemes: { https: {}, http: { plain: true } },
  },
  example:
    'https://USER:PASSWORD@api.example.com/sms?body={"to":"{to}","from":"{from}","text":"{text}"}&id=/id&from=ACME',
  recipes: [
    {
      title: "Texts with pictures",
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
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "as set",
    unicode: "as set",
    validity: null,
    credit: "as set",
    senders: ["number", "short code", "alphanumeric"],
    signature: "HMAC-SHA256, where set",
  },
  open,
});

function open(given: HttpSettings, tools: GatewayTools): Gateway {
  const origin = `${given.plain ? "http" : "https"}://${given.host}`;
  const own = ownValues(given);
  const body = compileBody(given.type, given.body);
  const balanceBody =
    given.balanceBody === undefined ? () => undefined : compileBody(given.type, given.balanceBody, ownPlaceholders);
  const headers = given.header.map(readHeader);
  const readReply = compileReply(given);
  const [sendPath, balancePath] = [given.path, given.balancePath].map((path) =>
    render(compile(path, ownPlaceholders), own, encodeURIComponent),
  );
  const authorize = makeAuthorize(given);
  // The pair too: Basic sends it as one base64 word, in which neither half is found.
  const pair = `${given.username ?? ""}:${given.password ?? ""}`;
  const secrets = [given.password, given.username, pair, given.signatureSecret];

  const call = async (method: string, path: string | undefined, content: string | undefined, values: Values) => {
    const extra = renderHeaders(headers, values);
    if (extra === null) return null;
    const inQuery = content !== undefined && given.type === "query";
    const target = inQuery ? `${path}${path?.includes("?") ? "&" : "?"}${content}` : `${path}`;
    const sent = inQuery || content === undefined ? undefined : content;
    return exchange(tools.fetch, {
      method,
      url: origin + target,
      headers: {
        ...(sent === undefined ? {} : { "content-type": contentTypes[given.type] }),
        ...authorize(sent ?? target),
        ...extra,
      },
      ...(sent === undefined ? {} : { body: sent }),
      timeoutMs: given.timeout * 1_000,
    });
  };

  const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
    const values = valuesOf(sms, given);
    const answer = await call(given.method, sendPath, body(values), values);
    if (answer === null)
      return { kind: "rejected", code: "unsafe_header", reason: "a part of this text cannot stand in a header" };
    return answer.kind === "answer" ? readReply(answer, [...secrets, sms.text]) : outcomeOfFailure(answer);
  };

  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    ...(given.balance === undefined
      ? {}
      : {
          credit: async () => readBalance(await call(given.balanceMethod, balancePath, balanceBody(own), own), given),
        }),
    receive: (news) => readCall(news, given),
  };
}
