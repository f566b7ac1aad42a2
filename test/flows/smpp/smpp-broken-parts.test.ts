import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { endLeases } from "../../support/engine/leases.ts";
import { startSmsc, type Submitted } from "../../support/providers/smsc.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";
import { startTestService } from "../../support/service/test-service.ts";

/** Three segments. */
const LONG = "Long ".repeat(80);

/** The number of the segment, from its user data header; null: the message has one segment. */
const partOf = ({ pdu }: Submitted): number | null => {
  const { udh } = pdu.short_message as { readonly udh?: readonly Buffer[] };
  return udh ? Buffer.concat([...udh]).at(-1)! : null;
};

it("a message whose process is killed between its segments is in doubt, and none of them is sent again", async () => {
  const smsc = await startSmsc({ onSubmit: (one) => ([1, null].includes(partOf(one)) ? {} : null) });
  const connection = await createDatabase();
  const pool = openPool(connection);
  const folder = await mkdtemp(join(tmpdir(), "tidings-parts-"));
  onTestFinished(async () => {
    await pool.end();
    await dropDatabase(connection);
    await smsc.close();
    await rm(folder, { recursive: true, force: true });
  });
  const settings = {
    DATABASE_URL: connection.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: `smpp://tidings:secret@127.0.0.1:${smsc.port}?name=main&timeout=60&window=2`,
  };
  const killed = await startServiceProcess(settings);
  const call = { numbers: numbers(1), message: LONG };
  expect((await callService(killed, killed.admin!, "/send", call)).status).toBe(200);
  // The window has no place for more: of the third segment nothing is written.
  await smsc.until(() => smsc.submitted.length >= 2);
  expect(await killed.kill("SIGKILL")).toBe("SIGKILL");
  const submitted = smsc.submitted.length;
  await endLeases(pool);
  const restarted = await startServiceProcess(settings);
  onTestFinished(async () => void (await restarted.kill("SIGTERM")));
  await eventually(async () => (await statesOf(pool))["unknown"] === 1);
  // What is accepted later goes out, after anything that was left of the message.
  const next = { numbers: numbers(1, 100), message: "Short" };
  expect((await callService(restarted, killed.admin!, "/send", next)).status).toBe(200);
  await smsc.until(() => smsc.submitted.some(({ pdu }) => pdu.destination_addr === numbers(1, 100)[0]!.slice(1)));
  expect(smsc.submitted).toHaveLength(submitted + 1);
  // Its ids were lost with the process: a receipt of a segment is nobody's.
  await smsc.receipt(smsc.submitted[0]!.id);
  expect((await statesOf(pool))["unknown"]).toBe(1);
});

it("of a message whose link is cut between its segments, those that are accepted are not sent again", async () => {
  const refused: (number | null)[] = [];
  const smsc = await startSmsc({
    onSubmit(one, link) {
      const part = partOf(one);
      if (part === 1 || one.bind > 1) return {};
      refused.push(part);
      if (refused.length === 2) setImmediate(() => link.destroy());
      return { status: 0x58 };
    },
  });
  const service = await startTestService({
    TIDINGS_GATEWAY: `smpp://tidings:secret@127.0.0.1:${smsc.port}?name=main&timeout=30`,
  });
  onTestFinished(async () => {
    await service.end();
    await smsc.close();
  });
  await service.call("POST", "/send", { numbers: numbers(1), message: LONG });
  await eventually(async () => (await statesOf(service.pool))["sent"] === 1);
  expect(refused.toSorted()).toEqual([2, 3]);
  expect(smsc.submitted.map(partOf).toSorted()).toEqual([1, 2, 2, 3, 3]);
  // Only the last segment's receipt is the message's.
  await smsc.receipt(smsc.submitted.find((one) => partOf(one) === 1)!.id, "UNDELIV");
  await smsc.receipt(smsc.submitted.findLast((one) => partOf(one) === 3)!.id);
  await eventually(async () => (await statesOf(service.pool))["delivered"] === 1);
});
