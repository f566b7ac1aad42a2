import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDatabase } from "../../support/database/database.ts";
import { main } from "../../support/service/main.ts";
import { bareEnvironment, eventually } from "../../support/service/processes.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";

const sh = (command: string) => promisify(execFile)("sh", ["-c", command]);

const setupLink = (text: string): string => /^ {2}(\S+\/setup#\S+)$/m.exec(text)![1]!;
const tokenOf = (link: string): string => link.slice(link.indexOf("#") + 1);

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-first-"));
  service = await startServiceProcess({ TIDINGS_DATA: folder });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

test("without a terminal no secret is printed: a file that only its owner can read has them, and the output names it", async () => {
  const file = join(folder, "first-passwords.txt");
  const text = await readFile(file, "utf8");
  const link = setupLink(text);
  expect(link).toBe(`${service.url}/setup#${tokenOf(link)}`);
  expect(service.output()).toContain(`\n  ${file}\n`);
  expect(service.output()).not.toContain(service.admin!.password);
  expect(service.output()).not.toContain(tokenOf(link));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("the setup link of the first start sets the web password of the administrator, once, also after a restart", async () => {
  const token = tokenOf(setupLink(await readFile(join(folder, "first-passwords.txt"), "utf8")));
  const complete = (password: string) =>
    fetch(`${service.url}/svc/v1/session/setup`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.url },
      body: JSON.stringify({ token, password }),
    });
  // The sign-in then says where the link is.
  const awaitsSetup = async () => {
    const page = await (await fetch(service.url, { headers: { accept: "text/html" } })).text();
    return page.includes('<meta name="tidings-setup" content="open" />');
  };
  expect(await awaitsSetup()).toBe(true);
  const reply = await complete("correct horse battery");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("set-cookie")).toMatch(/^tidings_session=/);
  expect(await reply.json()).toMatchObject({ data: { user: { username: "admin" }, site: { sandbox: true } } });
  expect((await complete("another long password")).status).toBe(404);
  expect(await awaitsSetup()).toBe(false);
});

test("the curl command of the first start works when pasted", async () => {
  // A line that ends with a backslash continues on the next one.
  const commands = [
    ...(await readFile(join(folder, "first-passwords.txt"), "utf8")).matchAll(
      /^ {2}(curl [^\n]*(?:(?<=\\)\n[^\n]*)*)$/gm,
    ),
  ].map((match) => match[1]!);
  expect(commands).toHaveLength(2);
  const sent = JSON.parse((await sh(`${commands[0]} -s`)).stdout);
  expect(sent).toMatchObject({ status: "success", error: [], data: { sandbox: true, recipients: { accepted: 1 } } });
  const log = JSON.parse((await sh(`${commands[1]} -s`)).stdout);
  expect(log.data.items).toMatchObject([{ message_id: sent.data.message_id, recipient: "+15005550000" }]);
});

test("on a port that the system chose, the link in an error leads to its explanation", async () => {
  const refused = await callService(service, service.admin!, "/send", { numbers: [] });
  expect(refused.body.docs).toBe(`${service.url}/docs/errors#${refused.body.code}`);
  const page = await fetch(refused.body.docs);
  expect(await page.text()).toContain(`id="${refused.body.code}"`);
});

test("behind a proxy, the calls to paste go to the public address: a password over plain http is refused there", async () => {
  const other = await mkdtemp(join(tmpdir(), "tidings-public-"));
  const { url: DATABASE_URL } = await createDatabase();
  const settings = { TIDINGS_DATA: other, DATABASE_URL, TIDINGS_PUBLIC_URL: "https://sms.example.com" };
  const proxied = await startServiceProcess(settings);
  const text = await readFile(join(other, "first-passwords.txt"), "utf8");
  expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual(Array.from({ length: 3 }, () => "https://sms.example.com"));
  await proxied.kill("SIGTERM");
  await rm(other, { recursive: true, force: true });
});

test("secrets are printed once: a second start prints none, and the password still works", async () => {
  const admin = service.admin!;
  expect(await service.kill("SIGTERM")).toBe(0);
  service = await startServiceProcess({ TIDINGS_DATA: folder });
  expect(service.admin).toBeNull();
  expect(service.output()).not.toContain(admin.password);
  expect((await callService(service, admin, "/users")).status).toBe(200);
});

describe("a command in a terminal without the settings of the service", () => {
  let other: string;
  let beside: ServiceProcess;
  const settings = { TIDINGS_GATEWAY: "sandbox://default?name=own", TIDINGS_TIMEZONE: "Europe/Berlin" };
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), "tidings-beside-"));
    beside = await startServiceProcess({ TIDINGS_DATA: other, ...settings });
  });
  afterAll(async () => {
    await beside.kill("SIGTERM");
    await rm(other, { recursive: true, force: true });
  });
  const run = async (args: readonly string[], more: object = {}) => {
    const env = { ...bareEnvironment, TIDINGS_DATA: other, ...more };
    const ended = promisify(execFile)(process.execPath, [main, ...args], { env });
    return ended.then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code: Number(code), text: `${stdout}${stderr}` }),
    );
  };
  const message = ["send", "+4915112345678", "--message", "Hello"];

  test("stores no message, which would wait for a gateway that the service does not have, and says what differs", async () => {
    for (const args of [message, ["otp", "send", "+4915112345678"], ["demo"], ["gateway", "list"]]) {
      const said = await run(args);
      expect([args[0], said.code]).toEqual([args[0], 1]);
      expect(said.text).toContain(
        "The running service has another TIDINGS_GATEWAY, TIDINGS_TIMEZONE than this command.",
      );
    }
    const { body } = await callService(beside, beside.admin!, "/outbox");
    expect(body.data.items).toEqual([]);
  });

  test("reads, and the doctor says what differs", async () => {
    expect((await run(["outbox", "list"])).code).toBe(0);
    expect((await run(["doctor"])).text).toMatch(
      /^warning {2}running service: The running service has another TIDINGS_GATEWAY/m,
    );
  });

  test("is not in the log of calls, which has those of programs", async () => {
    expect((await run(["groups", "list"])).code).toBe(0);
    const { body } = await callService(beside, beside.admin!, "/requests?per_page=100");
    expect(body.data.items.filter((one: { called_by: string | null }) => one.called_by === "operator")).toEqual([]);
  });

  test("stops a gateway, a form and a membership, and records an opt-out", async () => {
    const ran = async (...args: string[]) => expect(await run(args), args.join(" ")).toMatchObject({ code: 0 });
    const same = await run(["subscribers", "add", "+4915112345690", "Ada", "--group", "1", "--consented"], settings);
    expect(same.code).toBe(0);
    expect((await run(["forms", "create", "news", "News", "I agree.", "--group", "1"], settings)).code).toBe(0);
    await ran("subscribers", "unsubscribe", "+4915112345690");
    await ran("forms", "close", "news");
    await ran("suppressions", "add", "+4915112345691", "--reason", "asked", "--wish");
    const unknown = await run(["gateway", "pause", "own"]);
    expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining("has another TIDINGS_GATEWAY") });
    const moved = { ...settings, TIDINGS_TIMEZONE: "UTC" };
    expect(await run(["gateway", "pause", "own"], moved)).toMatchObject({ code: 0 });
    expect((await run(["gateway", "resume", "own"], moved)).code).toBe(1);
    expect((await run(["gateway", "resume", "own"], settings)).code).toBe(0);
  });

  test("suppresses nobody whose number would be read with another country, and lifts no opt-out", async () => {
    const refused = async (...args: string[]) =>
      expect(await run(args, { ...settings, TIDINGS_COUNTRY: "AT" }), args.join(" ")).toEqual({
        code: 1,
        text: expect.stringContaining("has another TIDINGS_COUNTRY"),
      });
    await refused("suppressions", "add", "06601234567", "--reason", "asked");
    await refused("suppressions", "import", "+4915112345692,06601234567", "--reason", "asked");
    await refused("subscribers", "unsubscribe", "06601234567");
    await refused("suppressions", "lift", "+4915112345691", "--reason", "asked");
    const { body } = await callService(beside, beside.admin!, "/suppressions");
    expect(body.data.items.map(({ number }: { number: string }) => number)).toEqual(["+4915112345691"]);
  });

  test("sends with the settings of the service", async () => {
    expect(await run(message, settings)).toMatchObject({ code: 0, text: expect.stringContaining("accepted") });
    expect((await run(["doctor"], settings)).text).not.toContain("has another");
  });
});

test("a command in another terminal shows the address of the running service, whatever port that has", async () => {
  const link = async (): Promise<string> => {
    const env = { ...bareEnvironment, TIDINGS_DATA: folder };
    return (await promisify(execFile)(process.execPath, [main, "user", "setup-link", "admin"], { env })).stdout;
  };
  expect(await link()).toContain(`${service.url}/setup#`);
  // Its file is left behind, and is not trusted.
  expect(await service.kill("SIGKILL")).toBe("SIGKILL");
  expect(await link()).toContain("http://127.0.0.1:8080/setup#");
  service = await startServiceProcess({ TIDINGS_DATA: folder });
  expect(await link()).toContain(`${service.url}/setup#`);
  expect(await service.kill("SIGTERM")).toBe(0);
  expect(existsSync(join(folder, "running.json"))).toBe(false);
  service = await startServiceProcess({ TIDINGS_DATA: folder });
});

test("a second service on the same folder is refused with a sentence that says what to do", async () => {
  await expect(startServiceProcess({ TIDINGS_DATA: folder })).rejects.toThrow(/another Tidings|in use|already/i);
});

test("a taken port is reported before a database is created", async () => {
  const other = await mkdtemp(join(tmpdir(), "tidings-port-"));
  const port = new URL(service.url).port;
  const refused = startServiceProcess({ TIDINGS_DATA: other, TIDINGS_LISTEN: `127.0.0.1:${port}` });
  await expect(refused).rejects.toThrow(`TIDINGS_LISTEN 127.0.0.1:${port} is in use`);
  expect(await readdir(other)).toEqual([]);
  await rm(other, { recursive: true, force: true });
});

test("an older password file that others may read is not written to", async () => {
  const other = await mkdtemp(join(tmpdir(), "tidings-older-"));
  const file = join(other, "first-passwords.txt");
  await writeFile(file, "old", { mode: 0o644 });
  await chmod(file, 0o644);
  const reader = await open(file, "r");
  const again = await startServiceProcess({ TIDINGS_DATA: other, DATABASE_URL: (await createDatabase()).url });
  expect(again.admin).not.toBeNull();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await reader.readFile("utf8")).toBe("old");
  await reader.close();
  await again.kill("SIGTERM");
  await rm(other, { recursive: true, force: true });
});

test.runIf(existsSync("/usr/bin/script"))(
  "on a terminal the secrets are shown, logs are human-readable lines, everything has its label, and a stop is orderly",
  async () => {
    const other = await mkdtemp(join(tmpdir(), "tidings-terminal-"));
    const command = `exec ${process.execPath} ${main} serve`;
    const child = spawn("/usr/bin/script", ["-qefc", command, "/dev/null"], {
      env: { ...bareEnvironment, TIDINGS_DATA: other, TIDINGS_LISTEN: "0.0.0.0:0", TIDINGS_GATWAY: "x" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (data) => (output += String(data).replaceAll("\r", "")));
    const exited = new Promise((resolve) => child.once("close", resolve));
    await eventually(() => output.includes("and look at the log") && output.endsWith("/outbox\n\n"));
    expect(output).toMatch(/The first start creates a database in \S+: some seconds\./);
    expect(output).toMatch(/^ {2}Application password {2}\w{4} /m);
    expect(output).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/m);
    expect(output).toMatch(/^ {2}Database {3}embedded PostgreSQL /m);
    expect(output).toMatch(/^ {2}Settings {3}TIDINGS_GATWAY is not a known setting; did you mean TIDINGS_GATEWAY\?$/m);
    expect(existsSync(join(other, "first-passwords.txt"))).toBe(false);
    // A server that listens on all addresses is opened by one of them.
    const page = /^ {2}Pages +(http:\S+)/m.exec(output)![1]!;
    expect((await fetch(page)).status).toBe(200);
    // As the terminal does it: Ctrl-C is typed, and the signal reaches the whole group.
    child.stdin.write("\u0003");
    await exited;
    const last = output
      .slice(output.indexOf("/outbox\n\n") + 9)
      .split("\n")
      .filter((line) => line !== "" && line !== "^C");
    expect(last).toEqual([
      expect.stringMatching(/^(\^C)?\d\d:\d\d:\d\d {2}stopping \(signal: SIGINT\)$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}stopped$/),
    ]);
    expect(output).not.toContain('{"level"');
    await rm(other, { recursive: true, force: true });
  },
);

test("a restored copy without its key creates none, and says where the key belongs", async () => {
  const backup = join(folder, "copy.backup");
  const copy = await mkdtemp(join(tmpdir(), "tidings-copy-"));
  const tidings = (data: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], { env: { ...bareEnvironment, TIDINGS_DATA: data } });
  await tidings(folder, "backup", backup);
  await tidings(copy, "restore", backup);
  await expect(startServiceProcess({ TIDINGS_DATA: copy })).rejects.toThrow(
    /sealed with a secret key that is missing here.*Put the original key into \S+ as secret\.key, or into TIDINGS_SECRET_KEY/,
  );
  expect(existsSync(join(copy, "secret.key"))).toBe(false);
  const key = (await readFile(join(folder, "secret.key"), "utf8")).trim();
  const right = await startServiceProcess({ TIDINGS_DATA: copy, TIDINGS_SECRET_KEY: key });
  expect(right.output()).toContain("Standby");
  await right.kill("SIGTERM");
  await rm(copy, { recursive: true, force: true });
});

test("a start whose code cannot be loaded ends, and so does the database that it has started meanwhile", async () => {
  const broken = await mkdtemp(join(tmpdir(), "tidings-broken-"));
  const hook = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.includes("open-service")) throw new Error("a file of the service is gone");
        return next(specifier, context);
      },
    });`;
  const start = startServiceProcess({
    TIDINGS_DATA: broken,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  });
  await expect(start).rejects.toThrow(/serve ended \(1\)[^]*a file of the service is gone/);
  const files = await readdir(broken, { recursive: true });
  expect(files.filter((file) => file.endsWith("PG_VERSION")).length).toBeGreaterThan(0);
  expect(files.filter((file) => file.endsWith("postmaster.pid"))).toEqual([]);
  await rm(broken, { recursive: true, force: true });
});
