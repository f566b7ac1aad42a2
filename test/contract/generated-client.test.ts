import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const client = join(root, "test/client");
const tool = (name: string): string => join(client, "node_modules/.bin", name);

/** What a compiler printed; empty if it had nothing to report. */
const said = (tsc: string): Promise<string> =>
  run(tsc, ["-p", client, "--pretty", "false"]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

test("a program with generated types compiles under strict, with the most common TypeScript version and with ours", async () => {
  const generated = join(root, "node_modules/.cache/tidings-client");
  await mkdir(generated, { recursive: true });
  await run(tool("openapi-typescript"), [join(root, "openapi.json"), "-o", join(generated, "api.ts")]);
  expect(await said(tool("tsc"))).toBe("");
  expect(await said(join(root, "node_modules/.bin/tsc"))).toBe("");
});

test("the same program works with a running service", async () => {
  // By name: the types it imports are created by the test above, not by us.
  const { program } = (await import(join(client, "program.ts"))) as { program: (options: object) => any };
  const { user, password } = service.admin;
  const one = program({
    baseUrl: "http://127.0.0.1/svc/v1",
    credentials: `${user}:${password}`,
    fetch: async (request: Request) => service.app.request(request),
  });

  const numbers = ["+15005550000", "+15005550003", "+15005550004"];
  const sent = await one.send(numbers, "key-1");
  expect(sent).toMatchObject({ isRunning: true, invalid: 0 });
  expect(await one.send(numbers, "key-1")).toEqual(sent);

  const group = await service.call("POST", "/groups", { name: "News", double_opt_in: false });
  expect(await one.subscribe("Ada", "+15005550000", group.body.data.id)).toBe("active");
  expect(await one.unsubscribe("+15005550000", [group.body.data.id])).toBe(false);

  const recipients: string[] = [];
  for await (const { recipient } of one.outbox()) recipients.push(recipient);
  expect(new Set(recipients)).toEqual(new Set(numbers));
  expect(recipients.length).toBe(3);

  expect(await one.webhooks("https://example.com/hook")).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    types: ["new_sms", "message.delivered", "message.failed"],
    left: [],
  });
  expect(await one.credit()).toEqual(expect.any(Number));
  expect(await one.pauseUnknown()).toEqual({ status: 404, described: "404 not_found" });
  expect(await one.refusals()).toEqual(["400 invalid_parameter numbers[0]", "400 invalid_parameter numbers[0]"]);
});
