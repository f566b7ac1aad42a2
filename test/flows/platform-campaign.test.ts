import { afterAll, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { eventually } from "../support/engine.ts";
import { startHouse, type TestHouse } from "../support/house.ts";
import { startStandIn, type StandIn } from "../support/wordpress-stand-in.ts";

const PEOPLE = 10_000;
let site: StandIn;
let house: TestHouse;
let sender: { as: { user: string; password: string } };

beforeAll(async () => {
  site = await startStandIn();
  const service = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const { login, password } = site.add("sender", { capabilities: ["svc_sendsms", "svc_outbox"] });
  sender = { as: { user: login, password } };
  for (let index = 0; index < PEOPLE; index += 1) {
    const phone = `+49151${String(10_000_000 + index)}`;
    site.add(`customer${index}`, { id: 1_000 + index, roles: ["customer"], phone });
  }
  house = await startHouse({
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${service.login}:${service.password}&timeout=5`,
    TIDINGS_GATEWAY: "sandbox://default?receipt_ms=1&credit=1000000&keep=50000",
  });
});
afterAll(async () => {
  await house.end();
  await site.close();
});

const RECIPIENTS = "/tidings/v1/recipients";

test("a campaign to a role goes on where it was when the site went down, and nobody gets it twice", async () => {
  // Down from the third page on, as it is asked for.
  site.state.before = (route) => {
    if (route === RECIPIENTS && site.called(RECIPIENTS) === 3) site.down();
  };
  const started = performance.now();
  const reply = await house.call("POST", "/send", { message: "Sale", role_ids: ["customer"] }, sender);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect([reply.status, reply.body.data.state]).toEqual([200, "resolving"]);
  const id = reply.body.data.message_id as string;
  const count = async (): Promise<number> =>
    (await house.pool.query("select count(*)::int as n from deliveries where phone like '+49151%'")).rows[0].n;

  await eventually(async () => house.logged.some(({ message }) => message === "the platform cannot be asked"));
  expect(await count()).toBe(4_000);
  site.up();

  await eventually(async () => {
    const { data } = (await house.call("GET", `/messages/${id}`, undefined, sender)).body;
    return data.state === "completed";
  }, 60_000);
  expect(await count()).toBe(PEOPLE);
  // At the gateway's side.
  const texts = phoneOf(house.gateways.gateways[0]!.gateway)!.messages({ limit: 2 * PEOPLE });
  expect(texts).toHaveLength(PEOPLE);
  expect(new Set(texts.map(({ to }) => to)).size).toBe(PEOPLE);
  // Five pages of 2,000, and what failed asked for again.
  expect(site.called(RECIPIENTS)).toBeLessThanOrEqual(8);
}, 90_000);
