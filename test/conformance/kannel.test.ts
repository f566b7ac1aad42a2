import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, Inbound, OutgoingSms, Receipt } from "#domain/gateways/gateway";
import { sentTime } from "#domain/inbox/sent-time";
import type { Phone } from "#domain/recipients/phone";
import { recipes } from "#gateways/adapters/http/recipes";
import { definitions } from "#gateways/index";

import { kannelMissing, startKannel, type Kannel } from "../support/providers/kannel.ts";
import { openQuietly } from "./gateways/kit/base.ts";

/** Kannel answers within milliseconds; a busy computer may not. */
const PATIENT = { timeout: 60_000 };
if (kannelMissing) process.stderr.write(`skipped: our two ways to Kannel against a real Kannel (${kannelMissing})\n`);

const recipe = recipes.find(({ title }) => title.startsWith("Kannel"))!.dsn;
const variants = [
  ["the recipe for Kannel", recipe],
  ["the gateway for Kannel", "kannel+http://USER:PASSWORD@127.0.0.1:13013?from=13013"],
] as const;

describe.skipIf(kannelMissing).each(variants)("%s against a real Kannel", (_title, dsn) => {
  const heard: (Receipt | Inbound)[] = [];
  let kannel: Kannel;
  let gateway: Gateway;
  let wrong: Gateway;
  let receiptUrl = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", receiptUrl);
    const query = Object.fromEntries(url.searchParams);
    const events = gateway.receive!({ method: "GET", url: url.href, headers: {}, query, body: "" });
    if ("receipts" in events) heard.push(...events.receipts, ...events.inbound);
    response.end();
  });
  const about = (ref: string) => heard.filter((each): each is Receipt => "ref" in each && each.ref === ref);

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    receiptUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts/main?t=abc`;
    kannel = await startKannel(
      { fake: "447400123456 13013 text STOP now" },
      { inbound: `${receiptUrl}&from=%p&to=%P&text=%b&charset=%C&id=%I&time=%T` },
    );
    const open = (text: string) => openQuietly(text, definitions);
    const here = dsn.replace("127.0.0.1:13013", `127.0.0.1:${kannel.sendsms}`);
    gateway = open(here.replace("USER:PASSWORD", "tester:foobar"));
    wrong = open(here.replace("USER:PASSWORD", "tester:wrong"));
  });

  afterAll(async () => {
    await kannel?.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const sms = (ref: string, text: string, encoding: "gsm7" | "ucs2" = "gsm7"): OutgoingSms => ({
    ref,
    to: "+447400123456" as Phone,
    text,
    encoding,
    segments: 1,
    flash: false,
    media: [],
    validFor: 600,
    receiptUrl,
  });

  test("a message is accepted, reaches the phone and its receipts come back by our reference", async () => {
    expect(await gateway.send([sms("ref-1", "Hello Kannel")])).toMatchObject([{ kind: "accepted", providerIds: [] }]);
    await expect.poll(() => kannel.shown(), PATIENT).toContain("Hello Kannel");
    // Kannel calls for each on its own connection, so either may arrive first.
    await expect.poll(() => about("ref-1").map(({ state }) => state), PATIENT).toHaveLength(2);
    expect(
      about("ref-1")
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(["delivered", "sent"]);
  });

  test("a text in Cyrillic leaves as UCS-2", async () => {
    expect(await gateway.send([sms("ref-2", "Ж&d=1", "ucs2")])).toMatchObject([{ kind: "accepted" }]);
    await expect.poll(() => about("ref-2").length, PATIENT).toBe(2);
  });

  test("an inbound message arrives, with its time", async () => {
    const inbound = (): Inbound | undefined => heard.find((each): each is Inbound => "text" in each);
    await expect.poll(inbound, PATIENT).toMatchObject({ from: "447400123456", to: "13013", text: "STOP now" });
    const sentAt = sentTime(inbound()?.at) ?? 0;
    expect(Math.abs(Date.now() - sentAt)).toBeLessThan(10 * 60_000);
  });

  test("a wrong password stops the gateway", async () => {
    expect(await wrong.send([sms("ref-3", "x")])).toMatchObject([
      { kind: "stop", code: "http_403", reason: "Authorization failed for sendsms" },
    ]);
  });

  test("a Kannel that is down means later: nothing was written", async () => {
    await kannel.down();
    expect(await gateway.send([sms("ref-4", "x")])).toMatchObject([{ kind: "later", code: "ECONNREFUSED" }]);
  });
});
