import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { main } from "../../support/service/main.ts";
import { createDatabase, dropDatabase } from "../../support/database/database.ts";
import { freePorts } from "../../support/service/free-ports.ts";
import { basic } from "../../support/people/people.ts";
import { startServiceProcess } from "../../support/service/service.ts";
import { wordpressMissing } from "../../support/wordpress/missing.ts";
import { startWordPress, type WordPressSite } from "../../support/wordpress/site.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

if (wordpressMissing) process.stdout.write(`skipped: tidings connect with a real WordPress (${wordpressMissing})\n`);

describe.skipIf(wordpressMissing)("tidings connect with a real WordPress", () => {
  let site: WordPressSite;
  let connection: { url: string };
  let folder: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    [site, connection, folder] = await Promise.all([
      startWordPress(),
      createDatabase(),
      mkdtemp(join(tmpdir(), "tidings-connect-")),
    ]);
    const [port] = await freePorts(1);
    environment = {
      ...bareEnvironment,
      TIDINGS_LISTEN: `127.0.0.1:${port}`,
      TIDINGS_PUBLIC_URL: `http://127.0.0.1:${port}`,
      TIDINGS_DATA: folder,
      DATABASE_URL: connection.url,
      TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    };
  });
  afterAll(async () => {
    await site.stop();
    await dropDatabase(connection);
    await rm(folder, { recursive: true, force: true });
  });

  async function tidings(args: readonly string[], more: Record<string, string> = {}) {
    const call = promisify(execFile)(process.execPath, [main, ...args], { env: { ...environment, ...more } });
    return call.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  }
  const connect = (user: string, password: string) =>
    tidings(["connect", site.url, "--user", user], { WORDPRESS_APPLICATION_PASSWORD: password });

  test("refuses a wrong password and a user who is not an administrator, and changes nothing", async () => {
    const { user, password } = site.users["editor"]!;
    for (const [name, secret] of [
      ["admin", "abcd efgh ijkl mnop qrst uvwx"],
      [user, password],
    ] as const) {
      const said = await connect(name, secret);
      expect(said.code).not.toBe(0);
      expect(said.stderr + said.stdout).not.toContain(secret);
    }
    expect(await site.php(`echo (int) (get_option('tidings_connection') !== false);`)).toBe("0");
  });

  test("the printed line makes the service run with the site, and the doctor finds nothing wrong", async () => {
    const said = await connect("admin", site.users["admin"]!.password);
    expect([said.code, said.stderr]).toEqual([0, expect.stringContaining("Connected.")]);
    const line = /^TIDINGS_PLATFORM=(.+)$/m.exec(said.stdout)![1]!;
    environment["TIDINGS_PLATFORM"] = line.replaceAll(/^'|'$/g, "");
    const service = await startServiceProcess(environment);
    try {
      const { user, password } = site.users["only_svc_setting"]!;
      const answer = await fetch(site.api("/svc/v1/credit"), { headers: { authorization: basic(user, password) } });
      expect(answer.status).toBe(200);
      const doctor = await tidings(["doctor"]);
      expect(doctor.stdout).toContain("Companion plugin 1.6.0; recipients can be looked up.");
      expect(doctor.stdout).toContain("A call through the site arrives with a valid signature.");
      const secret = new URL(environment["TIDINGS_PLATFORM"]!.replace("wordpress+", "")).searchParams.get("secret")!;
      expect(doctor.stdout + doctor.stderr).not.toContain(secret);
      expect(doctor.code).toBe(0);
    } finally {
      await service.kill("SIGTERM");
    }
  });

  test("connecting again ends the service's old application password", async () => {
    const before = /service=([^:]+):(\w+)/.exec(environment["TIDINGS_PLATFORM"]!)!;
    const roles = () =>
      fetch(site.api("/tidings/v1/roles"), { headers: { authorization: basic(before[1]!, before[2]!) } });
    expect((await roles()).status).toBe(200);
    expect((await connect("admin", site.users["admin"]!.password)).code).toBe(0);
    expect((await roles()).status).toBe(401);
  });

  test("PHP reported no problem with the plugin", async () => {
    expect(await site.complaints()).toEqual([]);
  });
});
