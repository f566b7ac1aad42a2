import { onTestFinished } from "vitest";

import type { Gateway, Inbound, OutgoingSms, Receipt } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";
import { segmentsOf } from "#domain/messages/segments";
import { smpp } from "#gateways/adapters/smpp";

import { type SmscOptions, startSmsc } from "./smsc.ts";
import { openWatch } from "./watch.ts";

/** Events that a gateway reported, and a way to wait for more of them. */
export type Heard = {
  readonly receipts: Receipt[];
  readonly inbound: Inbound[];
  readonly log: string[];
  until(condition: () => boolean): Promise<void>;
};

/**
 * Opens our SMPP gateway against a port on loopback.
 *
 * @param store what `news` does before it resolves; default: nothing
 */
export function openSmpp(
  port: number,
  settings: Record<string, unknown> = {},
  store: () => Promise<void> = async () => {},
): { readonly gateway: Gateway; readonly heard: Heard } {
  const { changed, until } = openWatch();
  const heard: Heard = {
    receipts: [],
    inbound: [],
    log: [],
    until,
  };
  const given = smpp.settings.parse({
    systemId: "tidings",
    password: "secret",
    host: `127.0.0.1:${port}`,
    ...settings,
  });
  const gateway = smpp.open(given, {
    fetch,
    clock: Date,
    random: Math.random,
    async events({ receipts, inbound }) {
      await store();
      heard.receipts.push(...receipts);
      heard.inbound.push(...inbound);
      changed();
    },
    log(level, message) {
      heard.log.push(`${level}: ${message}`);
      changed();
    },
  });
  return { gateway, heard };
}

/**
 * A gateway bound to an SMSC of its own, for one test, after which both are closed. Timeout 2 s unless `settings` say
 * otherwise.
 */
export async function bench(
  options: SmscOptions = {},
  settings: Record<string, unknown> = {},
  store?: () => Promise<void>,
) {
  const smsc = await startSmsc(options);
  onTestFinished(() => smsc.close());
  const opened = openSmpp(smsc.port, { timeout: 2, ...settings }, store);
  onTestFinished(() => opened.gateway.close!());
  return { smsc, ...opened };
}

let lastPhone = 447_700_900_000;

/** A message to a new number. */
export function sms(text: string, more: Partial<OutgoingSms> = {}): OutgoingSms {
  lastPhone += 1;
  const { encoding, segments } = segmentsOf(text);
  return {
    ref: `ref-${lastPhone}`,
    to: `+${lastPhone}` as Phone,
    text,
    encoding,
    segments,
    flash: false,
    media: [],
    ...more,
  };
}

/** Sends one message and returns its outcome. */
export async function sendOne(gateway: Gateway, text: string, more: Partial<OutgoingSms> = {}) {
  const [outcome] = await gateway.send([sms(text, more)]);
  return outcome!;
}
