import { createSecretKey } from "node:crypto";

import { expect, test } from "vitest";

import type { GatewaySetup, StoredGateway } from "#domain/gateways/stored/stored-gateway";
import { definitions } from "#gateways/index";
import { requireGateways } from "#gateways/open";
import { secretBox } from "#lib/secret-box";

import { openConfiguredGateways } from "./open-gateways.ts";
import { setupWatch } from "./setup-watch.ts";

const storedAs = (name: string): StoredGateway => ({
  name,
  kind: "sandbox",
  settings: {},
  sealed: null,
  secrets: [],
  enabled: true,
  inDefaultRoute: true,
  position: 0,
  accountSince: 0,
  version: 1,
  createdAt: 0,
  createdBy: "test",
  updatedAt: 0,
  updatedBy: "test",
});
const setupOf = (...names: string[]): GatewaySetup => ({
  revision: 2,
  gateways: names.map(storedAs),
  removed: [],
  routing: { expression: null, version: 1, updatedAt: null, updatedBy: null },
  isTrial: false,
});

/** A node without gateways of its own, where opening a gateway fails while its name is in `broken`. */
function fixture(setup: GatewaySetup, broken: ReadonlySet<string>) {
  const { gateways: prepared, route } = requireGateways("none", definitions);
  const logged: string[] = [];
  const log = (_level: string, message: string): void => void logged.push(message);
  const gateways = openConfiguredGateways(
    { prepared, route, isDefault: false },
    {
      fetch,
      random: Math.random,
      key: createSecretKey(Buffer.alloc(32)),
      events: async () => undefined,
      log,
      publicUrl: null,
      basePath: "",
      instrument(gateway) {
        if (broken.has(gateway.name)) throw new Error("no such file");
        return gateway;
      },
    },
  );
  const store = { load: async () => setup, revision: async () => setup.revision };
  const watch = (used: typeof gateways) =>
    setupWatch(store, { gateways: used, box: secretBox(createSecretKey(Buffer.alloc(32))), log, random: Math.random });
  return { gateways, watch, logged };
}

test("a gateway that cannot be opened is listed as unusable on this node, and the others are used", async () => {
  const { gateways, watch, logged } = fixture(setupOf("bad", "good"), new Set(["bad"]));
  await watch(gateways).current();
  expect(gateways.gateways.map(({ name }) => name)).toEqual(["good"]);
  expect(gateways.unusable).toMatchObject([{ name: "bad", reason: expect.stringContaining("no such file") }]);
  expect(logged).toContain("a stored gateway cannot be used here");
  // Deliveries that wait for it are not sent through another gateway because of that.
  expect(gateways.routing.tree).toMatchObject({ members: [{ gateway: "bad" }, { gateway: "good" }] });
});

test("a change that could not be used is tried again", async () => {
  const { gateways, watch } = fixture(setupOf("good"), new Set());
  let attempts = 0;
  const watching = watch({
    ...gateways,
    environment: gateways.environment,
    use(setup) {
      attempts += 1;
      if (attempts === 1) throw new Error("out of file descriptors");
      gateways.use(setup);
    },
  });
  await expect(watching.current()).rejects.toThrow("out of file descriptors");
  await watching.current();
  expect(gateways.gateways.map(({ name }) => name)).toEqual(["good"]);
  await watching.current();
  expect(attempts).toBe(2);
});
