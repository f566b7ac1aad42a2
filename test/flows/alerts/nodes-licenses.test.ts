import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { openService } from "#app/service/open-service";
import { writeIssuer, writeToken } from "#domain/license/license";
import { day } from "#lib/time";

import { passMinutes, untilLooked } from "../../support/mail/alerting.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const issuer = generateKeyPairSync("ed25519");
/** Settings of a node whose license ends in so many days. */
const NOW = Date.now();
const licensed = (days: number): Record<string, string> => ({
  TIDINGS_LICENSE: writeToken(
    { licensee: "Test", features: ["scheduling"], issuedAt: NOW - day, expiresAt: NOW + days * day },
    issuer.privateKey,
  ),
  TIDINGS_LICENSE_ISSUER: writeIssuer(issuer.publicKey),
});

/** The same on every node. */
const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService(key, { workerLoops: false });
  folder = await mkdtemp(join(tmpdir(), "tidings-licenses-"));
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

/** The conditions are checked by a node with these settings. */
async function checkedBy(settings: Record<string, string>): Promise<void> {
  const config = readConfig({
    DATABASE_URL: service.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default",
    ...key,
    ...settings,
  });
  const node = await openService(config, () => undefined);
  try {
    node.engine.start();
    await untilLooked(service.pool);
  } finally {
    await node.close();
  }
}

async function alerts(state: "open" | "ended"): Promise<string[]> {
  const { body } = await service.call("GET", `/alerts?state=${state}`);
  return (body.data.items as { title: string }[]).map(({ title }) => title).toSorted();
}
const title = (days: number): string =>
  `The license expires on ${new Date(NOW + days * day).toISOString().slice(0, 10)}`;

test("nodes with different licenses take turns at checking, and each license that ends soon has one alert", async () => {
  const nodes = [licensed(10), licensed(2), licensed(300), {}];
  for (const node of [...nodes, ...nodes]) await checkedBy(node);
  expect(await alerts("open")).toEqual([title(2), title(10)].toSorted());
  expect(await alerts("ended")).toEqual([]);
});

test("the alert of a license that no node has any more ends within half an hour, and that of a stored one at once", async () => {
  const store = (days: number) => service.licenses.issue({ licensee: "Test", features: ["scheduling"], days });
  await store(5);
  await checkedBy({});
  expect(await alerts("open")).toContain(title(5));
  await store(200);
  await checkedBy(licensed(300));
  expect(await alerts("open")).toContain(title(5));
  await checkedBy({});
  expect(await alerts("open")).toEqual([title(2), title(10)].toSorted());
  await passMinutes(service.pool, 31);
  await checkedBy(licensed(10));
  expect(await alerts("open")).toEqual([title(10)]);
});
