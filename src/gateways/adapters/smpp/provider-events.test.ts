import { expect, it } from "vitest";

import type { Receipt } from "#domain/gateways/gateway";

import { openProviderEvents } from "./provider-events.ts";

const receipt = (providerId: string): { receipt: Receipt } => ({ receipt: { providerId, state: "delivered" } });

it("joins what arrives while a report is being stored", async () => {
  const sizes: number[] = [];
  let finish = Promise.withResolvers<void>();
  const events = openProviderEvents(async ({ receipts, inbound }) => {
    sizes.push(receipts.length + inbound.length);
    await finish.promise;
  });
  const first = events(receipt("1"));
  await Promise.resolve().then(() => {});
  const others = Array.from({ length: 1_200 }, (_, i) => events(receipt(String(i))));
  finish.resolve();
  finish = Promise.withResolvers();
  finish.resolve();
  await Promise.all([first, ...others]);
  expect(sizes).toEqual([1, 500, 500, 200]);
});

it("does not let one item that cannot be stored block its neighbors", async () => {
  const stored: string[] = [];
  const events = openProviderEvents(async ({ receipts }) => {
    if (receipts.some(({ providerId }) => providerId === "bad")) throw new Error("refused");
    stored.push(...receipts.map(({ providerId }) => providerId!));
  });
  const results = await Promise.allSettled(["a", "bad", "b"].map((id) => events(receipt(id))));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(stored).toEqual(["a", "b"]);
});

it("continues after a failure", async () => {
  let away = true;
  const events = openProviderEvents(() => (away ? Promise.reject(new Error("away")) : Promise.resolve()));
  await expect(events(receipt("1"))).rejects.toThrow("away");
  away = false;
  await expect(events(receipt("2"))).resolves.toBeUndefined();
});
