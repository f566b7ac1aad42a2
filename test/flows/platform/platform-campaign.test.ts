import { afterAll, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { RECIPIENTS, startCustomerSite, type CustomerSite } from "../../support/woocommerce/customer-site.ts";
import { eventually } from "../../support/engine/engine.ts";

const PEOPLE = 10_000;
let shop: CustomerSite;

beforeAll(async () => {
  shop = await startCustomerSite(PEOPLE, (index) => `+49151${String(10_000_000 + index)}`);
});
afterAll(() => shop.end());

test("a campaign to a role continues where it was when the site went down, and nobody gets it twice", async () => {
  const { service, site } = shop;
  let readOn = (): void => undefined;
  const replied = new Promise<void>((resolve) => (readOn = resolve));
  // No page before the caller has the response; down from the request for the third page on.
  site.state.before = async (route) => {
    if (route !== RECIPIENTS) return;
    await replied;
    if (site.called(RECIPIENTS) === 3) site.down();
  };
  const id = await shop.send(["customer"]);
  readOn();
  const count = async (): Promise<number> =>
    (await service.pool.query("select count(*)::int as n from deliveries where phone like '+49151%'")).rows[0].n;

  await eventually(async () => service.logged.some(({ message }) => message === "the platform cannot be queried"));
  expect(await count()).toBe(4_000);
  site.up();

  expect((await shop.over(id, 60_000)).state).toBe("completed");
  expect(await count()).toBe(PEOPLE);
  // At the gateway.
  const texts = phoneOf(service.gateways.gateways[0]!.gateway)!.messages({ limit: 2 * PEOPLE });
  expect(texts).toHaveLength(PEOPLE);
  expect(new Set(texts.map(({ to }) => to)).size).toBe(PEOPLE);
  // Five pages of 2,000, and the failed one requested again.
  expect(site.called(RECIPIENTS)).toBeLessThanOrEqual(8);
});
