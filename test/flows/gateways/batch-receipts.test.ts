import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import { providerEventReceiver } from "#domain/inbox/receive-provider-events";
import type { Receipt } from "#domain/gateways/gateway";
import { inboundPartQueries } from "#store/queries/inbox/inbound-parts";
import { inboxQueries } from "#store/queries/inbox/inbox";

import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { providerCall } from "../../support/providers/provider-call.ts";
import { optOutDeps } from "../../support/providers/opt-out-deps.ts";
import { openFixture } from "../../support/engine/fixture.ts";

const fixture = openFixture();
const { rows } = fixture;

/** A vendor that accepts calls with many recipients; the test decides its response. */
async function vendor(answer: (body: any, nth: number) => unknown) {
  const calls: any[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    request.on("end", () => {
      const given = request.headers["content-type"]?.includes("json")
        ? JSON.parse(body)
        : Object.fromEntries(new URLSearchParams(body));
      calls.push(given);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer(given, calls.length)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fixture.closing(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { calls, port: (server.address() as AddressInfo).port };
}

async function node(dsn: string) {
  const one = await fixture.node(dsn);
  const receiveProviderEvents = providerEventReceiver({
    receipts: one.receipts,
    inbox: inboxQueries(fixture.db, () => undefined),
    parts: inboundPartQueries(fixture.db),
    ...optOutDeps(fixture.db),
    country: null,
    sharesIds: one.gateways.sharesIds,
  });
  const gateway = one.gateways.gateways[0]!;
  return {
    ...one,
    /** The vendor's call to us, as the receipts route accepts it. */
    async tell(body: unknown): Promise<void> {
      const events = await gateway.gateway.receive!(
        providerCall({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      );
      if (events.forged) throw new Error("forged");
      await receiveProviderEvents(gateway.name, events);
    },
    say: (receipts: readonly Receipt[]) => receiveProviderEvents(gateway.name, { receipts, inbound: [] }),
  };
}

const byState = async (): Promise<Record<string, string[]>> => {
  const found = await rows(
    "select state::text, array_agg(phone order by phone) as phones from deliveries group by state",
  );
  return Object.fromEntries(found.map(({ state, phones }) => [state, phones]));
};
const count = async (from: string): Promise<number> => (await rows(`select count(*)::int as n from ${from}`))[0]!["n"];

function shuffled<T>(list: readonly T[]): T[] {
  // A fixed shuffle, so that a failure can be reproduced.
  return list
    .map((value, index) => ({ value, at: Math.imul(index + 1, 2_654_435_761) >>> 0 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

test("a thousand receipts under one id, shuffled and some before the response, each reach their own delivery", async () => {
  const people = numbers(1_000);
  let early: Promise<unknown> = Promise.resolve();
  const one = await vendor((body, nth) => {
    const first = String(body.recipients[0].msisdn);
    early = early.then(() => two.tell({ id: 7_000 + nth, msisdn: Number(first), status: "DELIVERED" }));
    return { ids: [7_000 + nth], usage: { countries: { DE: 1 } } };
  });
  const two = await node(`gatewayapi+http://TOKEN@127.0.0.1:${one.port}?from=ACME&window=2`);
  await two.messages.accept(textTo(people));
  await eventually(async () => one.calls.flatMap((body) => body.recipients).length === 1_000);
  await early;
  expect(one.calls.length).toBeLessThanOrEqual(6);
  const receipts = one.calls.flatMap((body, index) =>
    body.recipients.map(({ msisdn }: { msisdn: number }) => ({
      id: 7_001 + index,
      msisdn,
      status: msisdn % 3 === 0 ? "UNDELIVERABLE" : "DELIVERED",
    })),
  );
  for (const receipt of shuffled(receipts)) await two.tell(receipt);
  const isBad = (phone: string): boolean => Number(phone.slice(1)) % 3 === 0;
  const firsts = new Set(one.calls.map((body) => `+${body.recipients[0].msisdn}`));
  await eventually(async () => (await count("receipts")) === 0);
  const { delivered, undelivered, ...rest } = await byState();
  expect(rest).toEqual({});
  expect(delivered).toEqual(people.filter((phone) => !isBad(phone) || firsts.has(phone)).toSorted());
  expect(undelivered).toEqual(people.filter((phone) => isBad(phone) && !firsts.has(phone)).toSorted());
});

test("a receipt under a shared id whose number cannot be read reaches no delivery", async () => {
  const one = await vendor(() => ({ ids: [9_001] }));
  const two = await node(`gatewayapi+http://TOKEN@127.0.0.1:${one.port}?from=ACME`);
  await two.messages.accept(textTo(numbers(20)));
  await eventually(async () => (await byState())["sent"]?.length === 20);
  await two.say([
    { providerId: "9001", state: "delivered" },
    { providerId: "9001", phone: "+49*******12", state: "delivered" },
    { providerId: "9001", phone: numbers(1)[0]!, state: "delivered" },
  ]);
  await eventually(async () => (await byState())["delivered"]?.length === 1);
  await eventually(async () => (await count("receipts where tries > 0")) === 2);
  expect((await byState())["delivered"]).toEqual(numbers(1));
});

test("for a message in three segments each segment's receipt finds it, and the last status stays", async () => {
  const one = await vendor((body) => ({
    "message-count": "3",
    messages: ["a", "b", "c"].map((part) => ({
      status: "0",
      to: body.to,
      "message-id": `${part}-${body.to}`,
      "message-price": "0.03",
      network: "1",
    })),
  }));
  const two = await node(`vonage+http://KEY:SECRET@127.0.0.1:${one.port}?from=ACME`);
  const people = numbers(30);
  await two.messages.accept(textTo(people, { content: contentOf({ text: "x".repeat(400) }) }));
  await eventually(async () => (await byState())["sent"]?.length === 30);
  expect(await count("provider_refs")).toBe(90);
  const parts = people.flatMap((phone) => ["a", "b", "c"].map((part) => ({ part, phone })));
  await two.say(
    shuffled(parts).map(({ part, phone }) => ({ providerId: `${part}-${phone.slice(1)}`, phone, state: "delivered" })),
  );
  await eventually(async () => (await byState())["delivered"]?.length === 30);
  await eventually(async () => (await count("receipts")) === 0);
});
