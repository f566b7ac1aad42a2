import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { openEmbedded } from "#store/embedded/server";

import { openPool } from "../../support/database/database.ts";
import { isRoot, workshop } from "../../support/database/embedded.ts";
import { deliveriesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";

const shop = workshop();
const disk = join(shop.folder(), "disk");
let mounted = false;
afterAll(async () => {
  if (mounted) execFileSync("/bin/umount", ["--lazy", disk]);
  await shop.clear();
});

/** A separate disk that may run full. */
function mount(): boolean {
  if (!isRoot || process.platform !== "linux") return false;
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", "size=300m,mode=755", "tmpfs", disk], { stdio: "ignore" });
    return (mounted = true);
  } catch {
    return false;
  }
}

const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;

test("a full disk: calls are told to retry, nothing acknowledged is lost, and everything continues once there is space", async (context) => {
  if (!mount()) return context.skip("needs root and the right to mount a small disk");
  const server = await openEmbedded({ dataDir: disk, env: { stateFolder: shop.folder() }, log: () => undefined });
  const { user, database, host, port } = server.connection;
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const provider = await startScriptedProvider(() => ({}));
  const service = await startTestService({ DATABASE_URL: url, TIDINGS_GATEWAY: provider.dsn("&window=10&rate=600") });
  const accepted: string[] = numbers(1_000, 500_000);
  expect((await service.call("POST", "/send", { numbers: accepted, message: "Hello" })).status).toBe(200);
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - 2 ** 20)));

  const refused: unknown[] = [];
  const codes = new Set<string>();
  const words = new Set<string>();
  for (let call = 0; call < 60 && refused.length < 3; call += 1) {
    const batch = numbers(1_000, call * 1_000);
    const answer = await service.call("POST", "/send", { numbers: batch, message: "Hello" });
    if (answer.status === 200) accepted.push(...batch);
    else {
      refused.push(answer.status);
      codes.add(`${answer.status} ${answer.body.code} ${answer.headers.has("retry-after")}`);
      words.add(answer.body.message);
    }
  }
  expect([...codes]).toEqual(["503 database_unavailable true"]);
  expect([...words]).toContain("The disk of the database is full.");
  const readyz = async (): Promise<string> => (await service.app.request("/readyz")).text();
  const full = '"name":"writes","ok":false,"warning":"The disk of the database is full."';
  await eventually(async () => (await readyz()).includes(full));

  rmSync(ballast);
  const [last] = numbers(1, 900_000);
  await eventually(async () => {
    const answer = await service.call("POST", "/send", { numbers: [last], message: "Hello", category: "otp" });
    return answer.status === 200;
  });
  await eventually(async () => provider.seen.some(({ to }) => to === last));
  await eventually(async () => (await readyz()).includes('"name":"writes","ok":true'));
  const pool = openPool({ url });
  // Every delivery ends: accepted, or in doubt if its outcome could not be written.
  const open = async (): Promise<number> =>
    (
      await pool.query(
        "select from unnest($1::text[]) as k(phone) left join deliveries d using (phone) where d.state is null or d.state not in ('sent', 'unknown')",
        [accepted],
      )
    ).rowCount!;
  await eventually(async () => (await open()) === 0).catch(async () => expect(await open()).toBe(0));
  const rows = await deliveriesOf(pool, { state: "unknown" });
  const unknown = new Set(rows.map(({ phone }) => phone));
  expect(unknown.size).toBeLessThanOrEqual(20);
  const seen = provider.times();
  expect(accepted.filter((phone) => !seen.has(phone) && !unknown.has(phone))).toEqual([]);
  expect([...provider.times()].filter(([phone, count]) => count > 1 && phone !== last)).toEqual([]);
  await pool.end();
  await service.end();
  await server.stop();
  await provider.close();
});
