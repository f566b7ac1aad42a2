import { createHmac, timingSafeEqual } from "node:crypto";

import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { formOf } from "../../shared/calls.ts";
import { channelIn } from "../../shared/channel.ts";
import { parseJson } from "../../shared/json.ts";
import { parseXml } from "../../shared/xml.ts";
import { nodes, point, steps } from "./find.ts";
import type { HttpSettings } from "./settings.ts";

/** Reads receipts and incoming messages by the rules in the settings. */
export function readCall(call: ProviderCall, given: HttpSettings): ProviderEvents {
  if (!isSigned(call, given)) return { forged: true };
  const json = parse(call);
  // A list at the root needs no pointer.
  const items = given.receiptList === undefined ? [json].flat() : nodes(json, steps(given.receiptList)).flat();
  const form = json === undefined ? Object.fromEntries(formOf(call)) : {};
  const receipts: Receipt[] = [];
  const inbound: Inbound[] = [];
  for (const item of items) {
    // A field of the item precedes one of the form, and that precedes the query: the address is ours. A signature
    // covers the body alone, so of a signed call only our reference is read from the address.
    const field = (name: string | undefined): string | undefined => {
      if (name === undefined) return undefined;
      const inItem = point(item, name.startsWith("/") ? steps(name) : [name])[0];
      const inQuery = given.signature === undefined || name === given.receiptRef ? own(call.query, name) : undefined;
      return inItem ?? own(form, name) ?? inQuery;
    };
    const state = field(given.receiptState);
    if (state !== undefined) receipts.push(...readReceipt(state, field, given));
    else inbound.push(...readInbound(field, given));
  }
  // As in a response: the person said STOP to the provider, which will refuse every further message.
  const optOuts = receipts.flatMap(({ state, code, phone }) =>
    (state === "failed" || state === "undelivered") && phone && given.optedOut.includes(code ?? "") ? [phone] : [],
  );
  return {
    receipts,
    inbound,
    ...(optOuts.length > 0 && { optOuts }),
    reply: { status: 200, body: given.reply, contentType: "text/plain; charset=utf-8" },
  };
}

type Field = (name: string | undefined) => string | undefined;

function readReceipt(word: string, field: Field, given: HttpSettings): Receipt[] {
  const tables = [
    ["delivered", given.receiptDelivered],
    ["undelivered", given.receiptUndelivered],
    ["failed", given.receiptFailed],
    ["sent", given.receiptSent],
  ] as const;
  const state = tables.find(([, words]) => words.includes(word))?.[0];
  if (state === undefined) return [];
  const [providerId, ref, phone, code, channel] = [
    given.receiptId,
    given.receiptRef,
    given.receiptPhone,
    given.receiptCode,
    given.receiptChannel,
  ].map(field);
  return [
    {
      ...(providerId ? { providerId } : {}),
      ...(ref ? { ref } : {}),
      ...(phone ? { phone } : {}),
      state,
      ...channelIn(channel ?? ""),
      ...(code ? { code } : {}),
    },
  ];
}

function readInbound(field: Field, given: HttpSettings): Inbound[] {
  const [from, text, providerId] = [field(given.inboundFrom), field(given.inboundText), field(given.inboundId)];
  if (from === undefined || text === undefined) return [];
  const [to, at] = [field(given.inboundTo) ?? "", field(given.inboundTime)];
  return [{ ...(providerId ? { providerId } : {}), from, to, text, media: [], ...(at ? { at } : {}) }];
}

function isSigned(call: ProviderCall, given: HttpSettings): boolean {
  if (given.signature === undefined || given.signatureSecret === undefined) return true;
  const name = given.signature.toLowerCase();
  const signature = Object.entries(call.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
  const wanted = createHmac("sha256", given.signatureSecret).update(call.body).digest();
  const received = Buffer.from(signature.replace(/^sha256=/, ""), "hex");
  return received.length === wanted.length && timingSafeEqual(received, wanted);
}

function parse(call: ProviderCall): unknown {
  // A form is not JSON, and a thrown and caught error costs more than reading the first character.
  if (/^\uFEFF?\s*</.test(call.body)) return parseXml(call.body);
  if (!/^\s*[[{]/.test(call.body)) return undefined;
  const value = parseJson(call.body);
  return typeof value === "object" && value !== null ? value : undefined;
}

const own = (record: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
