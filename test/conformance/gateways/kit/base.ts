import type { Gateway, GatewayDeps, OutgoingSms } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";
import type { GatewayDefinition } from "#gateways/define";
import { openGateways } from "../../../support/gateways/open-gateways.ts";

/** The default text of a message. */
export const base: OutgoingSms = {
  ref: "ref-1",
  to: "+447400123456" as Phone,
  text: "Hello",
  encoding: "gsm7",
  segments: 1,
  flash: false,
  media: [],
};

/** The same for a recipient of the test's choice, whose number is in its reference. */
export const smsTo = (to: string, more: Partial<OutgoingSms> = {}): OutgoingSms => ({
  ...base,
  ref: `ref-${to}`,
  to: to as Phone,
  ...more,
});

/** Dependencies of a gateway: a fixed clock, no randomness, and a log and events that nothing reads. */
export const quietTools = (more: Partial<GatewayDeps> = {}): GatewayDeps => ({
  fetch,
  clock: { now: () => 0 },
  random: () => 0,
  events: async () => {},
  log: () => {},
  ...more,
});

/** The one gateway of a DSN, opened with these dependencies. */
export const openQuietly = (
  dsn: string,
  definitions: readonly GatewayDefinition[],
  more: Partial<GatewayDeps> = {},
): Gateway => openGateways(dsn, definitions, () => quietTools(more)).gateways[0]!.gateway;
