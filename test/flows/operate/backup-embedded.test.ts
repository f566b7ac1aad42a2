import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { backUp, restore } from "#app/backup/backup";
import { readConfig } from "#app/config/config";

import { numbers } from "../../support/engine/engine.ts";
import { callService, startServiceProcess } from "../../support/service/service.ts";

const quiet = (): void => undefined;

test("an embedded database is backed up beside its service, and restored where there is none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Otherwise root's database would be moved out of a folder that only root can enter.
  await chmod(folder, 0o755);
  const here = (name: string) => readConfig({ TIDINGS_DATA: join(folder, name) });
  const from = await startServiceProcess({ TIDINGS_DATA: join(folder, "one") });
  const as = from.admin!;
  try {
    await callService(from, as, "/send", { message: "Kept", numbers: numbers(3) });
    await backUp(here("one"), join(folder, "h.backup"), { withKey: true }, quiet);
  } finally {
    await from.kill("SIGTERM");
  }
  await expect(backUp(here("none"), join(folder, "i.backup"), { withKey: false }, quiet)).rejects.toThrow(
    /no database/,
  );
  expect((await restore(here("two"), join(folder, "h.backup"), quiet)).key).toBe("written");
  const copy = await startServiceProcess({ TIDINGS_DATA: join(folder, "two") });
  try {
    // The key was restored too: the old application password is valid here.
    const log = await callService(copy, as, "/outbox");
    expect(log.body.data.items).toHaveLength(3);
    expect(copy.admin).toBeNull();
  } finally {
    await copy.kill("SIGTERM");
  }
});
