import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { callService, startService, type Service } from "../../support/service/service.ts";

const sh = (command: string) => promisify(execFile)("sh", ["-c", command]);

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-first-"));
  service = await startService({ TIDINGS_DATA: folder });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

test("the curl that the first start prints works when pasted", async () => {
  // A line that ends with a backslash goes on in the next one.
  const commands = [...service.output().matchAll(/^ {2}(curl [^\n]*(?:(?<=\\)\n[^\n]*)*)$/gm)].map(
    (match) => match[1]!,
  );
  expect(commands).toHaveLength(2);
  const sent = JSON.parse((await sh(`${commands[0]} -s`)).stdout);
  expect(sent).toMatchObject({ status: "success", error: [], data: { sandbox: true, recipients: { accepted: 1 } } });
  const log = JSON.parse((await sh(`${commands[1]} -s`)).stdout);
  expect(log.data.items).toMatchObject([{ message_id: sent.data.message_id, recipient: "+15005550000" }]);
});

test("secrets are printed once: a second start has none, and the password still works", async () => {
  const admin = service.admin!;
  expect(await service.kill("SIGTERM")).toBe(0);
  service = await startService({ TIDINGS_DATA: folder });
  expect(service.admin).toBeNull();
  expect(service.output()).not.toContain(admin.password);
  expect((await callService(service, admin, "/users")).status).toBe(200);
});

test("a second service on the same folder is refused with a sentence that says what to do", async () => {
  await expect(startService({ TIDINGS_DATA: folder })).rejects.toThrow(/another Tidings|in use|already/i);
});

test("a taken port is told, and the database it had started is stopped again", async () => {
  const other = await mkdtemp(join(tmpdir(), "tidings-port-"));
  const port = new URL(service.url).port;
  await expect(startService({ TIDINGS_DATA: other, TIDINGS_LISTEN: `127.0.0.1:${port}` })).rejects.toThrow(
    /EADDRINUSE|port/,
  );
  const again = await startService({ TIDINGS_DATA: other });
  expect(again.admin).not.toBeNull();
  await again.kill("SIGTERM");
  const { stdout } = await sh(`pgrep -f "${other}" || true`);
  expect(stdout.trim().split("\n").filter(Boolean).length).toBeLessThanOrEqual(1);
  await rm(other, { recursive: true, force: true });
});
