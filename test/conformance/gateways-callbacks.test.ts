import { describe, expect, test } from "vitest";

import { isUnread } from "#domain/inbox/unread-call";
import type { Gateway, Inbound, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";
import { definitions } from "#gateways/index";
import { openGateways } from "../support/gateways/open-gateways.ts";

import type { GatewayCase } from "./gateways/kit/case.ts";
import { cases, toolsOf } from "./gateways/kit/cases.ts";
import { got, posted } from "./gateways/kit/says.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };
/** Calls that match no vendor's form. The word for a state is one that no vendor has. */
const nonsense: readonly (readonly [string, ProviderCall])[] = [
  ["an object of unknown names", posted('{"unheard":"of","status":"dreamt"}', JSON_TYPE)],
  ["an object around it", posted('{"event":{"unheard":[{"of":1}]}}', JSON_TYPE)],
  ["a list of them", posted('[{"unheard":"of"}]', JSON_TYPE)],
  ["a form of unknown names", posted("unheard=of", FORM)],
  ["a query of unknown names", got({ unheard: "of" })],
  ["markup", posted("<report/>", { "content-type": "text/xml" })],
  ["a body that broke off", posted('{"unheard":', JSON_TYPE)],
];

const open = (one: GatewayCase): Gateway =>
  openGateways(one.dsn("localhost"), definitions, () => toolsOf(one, () => {})).gateways[0]!.gateway;
type Read = Exclude<ProviderEvents, { readonly forged: true }>;
const withCalls = cases.filter(({ calls }) => calls?.length);
/** A number in the form of its own settings is kept as received; the domain removes the channel. */
const AS_SET = /^http /;

describe.each(withCalls.map((one) => [one.title, one] as const))("%s", (_title, one) => {
  const gateway = open(one);
  const signed = (call: ProviderCall): ProviderCall => one.sign?.(call) ?? call;

  test.each(nonsense)("an unreadable call counts as unread: %s", async (_name, call) => {
    const events = await gateway.receive!(signed(call));
    expect(events.forged === true || isUnread(events)).toBe(true);
  });

  test("a call without an event is understood if the data says so, and nowhere else", async () => {
    for (const { name, call, events: wanted } of one.calls!) {
      const events = await gateway.receive!(call);
      if (events.forged || wanted.forged) continue;
      const { understood = false } = wanted as Partial<Read>;
      expect({ name, understood: events.understood === true }).toEqual({ name, understood });
    }
  });

  const texts = inboundCalls(one);
  if (texts.length > 0 && !AS_SET.test(one.title)) {
    const channels = ["rcs:", "whatsapp:", "sms:", "RCS: ", "messenger:"];
    test.each(channels)("the person behind %s is the person of the number", async (channel) => {
      let seen = 0;
      for (const { call, wanted } of texts) {
        const moved = signed(prefixed(call, wanted.from, channel));
        const events = await gateway.receive!(moved);
        // Signed calls are changed only where the data can sign them anew.
        if (events.forged) continue;
        expect(events.inbound.map(({ from }) => from)).toContain(wanted.from);
        seen += 1;
      }
      expect(seen + (one.sign ? 0 : texts.length)).toBeGreaterThan(0);
    });
  }
});

type Text = { readonly call: ProviderCall; readonly wanted: Inbound };

/** The inbound messages from plain numbers in a case's data. */
function inboundCalls(one: GatewayCase): readonly Text[] {
  return (one.calls ?? []).flatMap(({ call, events }) => {
    if (events.forged) return [];
    const [wanted, ...more] = (events as Partial<Read>).inbound ?? [];
    return wanted && /^\+\d{7,15}$/.test(wanted.from) && more.length === 0 && !/%3A%2B|:\+\d/i.test(call.body)
      ? [{ call, wanted }]
      : [];
  });
}

/** The same call with a channel before the number of its sender, in every form in which a call writes a number. */
function prefixed(call: ProviderCall, from: string, channel: string): ProviderCall {
  const digits = from.slice(1);
  const replaceIn = (text: string): string =>
    text
      .replaceAll(`%2B${digits}`, encodeURIComponent(`${channel}${from}`))
      .replaceAll(`"+${digits}`, `"${channel}${from}`)
      .replaceAll(new RegExp(`(?<=[=])\\+?${digits}`, "g"), encodeURIComponent(`${channel}${from}`))
      .replaceAll(new RegExp(`"${digits}"`, "g"), `"${channel}${from}"`);
  const query = Object.fromEntries(
    Object.entries(call.query).map(([name, value]) => [
      name,
      value.replace(/^\+?/, "") === digits ? `${channel}${from}` : value,
    ]),
  );
  return { ...call, body: replaceIn(call.body), query, url: replaceIn(call.url) };
}
