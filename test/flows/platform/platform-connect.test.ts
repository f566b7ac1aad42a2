import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { runChecks } from "#app/doctor/doctor";
import { listen, type Listening } from "#app/http/listen";
import { runCli } from "#cli/main";

import { main } from "../../support/service/main.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { startServiceProcess } from "../../support/service/service.ts";
import { page, startStandIn, type StandIn, type StandInUser } from "../../support/wordpress/wordpress-stand-in.ts";
import { bareEnvironment } from "../../support/service/processes.ts";

/** On the WordPress stand-in; wordpress-doctor.test.ts covers what a real one says. */
const secretKey = "k".repeat(40);
let site: StandIn;
let folder: string;
let admin: StandInUser;
beforeAll(async () => {
  site = await startStandIn({ path: "/blog" });
  admin = site.add("chief", { roles: ["administrator"], capabilities: ["manage_options"] });
  folder = await mkdtemp(join(tmpdir(), "tidings-connect-"));
});
afterEach(() => {
  site.up();
  site.stripAuthorization(false);
  Object.assign(site.state, {
    companion: true,
    permalinks: true,
    applicationPasswords: true,
    woocommerce: false,
    clockSeconds: 0,
    version: "1.6.0",
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const usual = (): Record<string, string> => ({ TIDINGS_DATA: folder, TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8" });

/** The command line as an operator runs it. */
function program(args: readonly string[], environment: Record<string, string> = {}, input = "") {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...bareEnvironment, ...usual(), ...environment };
    const child = spawn(process.execPath, [main, ...args], { env });
    let [out, err] = ["", ""];
    child.stdout.on("data", (data) => (out += String(data)));
    child.stderr.on("data", (data) => (err += String(data)));
    child.once("close", (code) => resolve({ code: code ?? -1, out, err }));
    child.stdin.end(input);
  });
}

/** The same in this process, which takes a third of a second of CPU less; nothing can be read from standard input. */
async function tidings(args: readonly string[], environment: Record<string, string>) {
  let [out, err] = ["", ""];
  const code = await runCli(args, {
    out: (line) => (out += `${line}\n`),
    err: (line) => (err += `${line}\n`),
    environment: { ...usual(), ...environment },
  });
  return { code, out, err };
}

/** The util-linux program that runs another one on a terminal. */
function terminal(): string | null {
  return existsSync("/usr/bin/script") ? "/usr/bin/script" : null;
}

const grouped = (password: string): string => password.replaceAll(/(.{4})(?=.)/g, "$1 ");
const LINE = /^TIDINGS_PLATFORM='wordpress\+(\S+)\?service=tidings-service:(\w{24})&secret=([\w-]{43})'\n$/;

describe("tidings connect", () => {
  test("connects the site and prints the line that makes it the platform", async () => {
    const args = ["connect", `${site.url}/wp-admin/`, "--user", "chief"];
    const serviceAccount = ["--service-url", "https://sms.example/tidings/"];
    const said = await program([...args, ...serviceAccount], {}, `${grouped(admin.password)}\n`);
    expect(said.code).toBe(0);
    const [, url, password, secret] = LINE.exec(said.out)!;
    expect(url).toBe(site.url);
    expect(site.state.connected).toEqual({ service_url: "https://sms.example/tidings", secret });
    const account = [...site.users.values()].find((user) => user.login === "tidings-service");
    expect(account!.password).toBe(password);
    // The typed password appears nowhere.
    expect(said.out + said.err).not.toContain(admin.password);
  });

  test("says that a plugin is too old before its calls are refused", async () => {
    site.state.version = "1.0.3";
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    const said = await tidings(
      ["connect", site.url, "--user", "chief", "--service-url", "https://sms.example"],
      environment,
    );
    expect([said.code, said.err]).toEqual([0, expect.stringContaining("plugin 1.0.3 there is too old")]);
  });

  test("accepts the password from the environment, and a service on the same computer needs no address", async () => {
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password, TIDINGS_LISTEN: "127.0.0.1:8099" };
    const said = await tidings(["connect", site.url, "--user", "chief", "--json"], environment);
    expect(said.code).toBe(0);
    expect(JSON.parse(said.out)).toMatchObject({ service_url: "http://127.0.0.1:8099", plugin: "1.6.0" });
  });

  const serviceAccount = ["--service-url", "https://sms.example"];
  const clerk = "c".repeat(24);
  const nothing = (): void => undefined;
  const makeClerk = (): void => void site.add("clerk", { password: clerk });
  const onlyPages = (): void => void (site.state.instead = (response) => page(response, 200));
  const refusals: readonly (readonly [string, () => void, string, string, RegExp])[] = [
    ["the wrong password", nothing, "chief", "wrong", /does not accept the application password of chief/],
    ["somebody who is no administrator", makeClerk, "clerk", clerk, /may not change the settings/],
    ["no plugin", () => void (site.state.companion = false), "chief", "", /companion plugin is not active/],
    ["no WordPress", onlyPages, "chief", "", /no REST API of WordPress/],
    ["nobody at home", () => site.down(), "chief", "", /cannot be reached/],
  ];
  test.each(refusals)(
    "says what to do about %s, and prints no stack",
    async (_name, arrange, user, password, words) => {
      arrange();
      const environment = { WORDPRESS_APPLICATION_PASSWORD: password === "" ? admin.password : password };
      const said = await tidings(["connect", site.url, "--user", user, ...serviceAccount], environment);
      expect(said.code).toBe(1);
      expect(said.err).toMatch(words);
      expect(said.err).not.toMatch(/at .*:\d+:\d+/);
      expect(said.out).toBe("");
    },
  );

  test("ends with the line: a terminal does not send an end of input", async () => {
    const args = ["connect", site.url, "--user", "chief", "--service-url", "https://sms.example"];
    const env = { ...bareEnvironment, ...usual() };
    const child = spawn(process.execPath, [main, ...args], { env });
    child.stdin.write(`${grouped(admin.password)}\n`);
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
  });

  const typescript = terminal();
  if (typescript === null) process.stdout.write("skipped: a password typed on a terminal (no `script` here)\n");
  test.skipIf(typescript === null)("does not show the password that is typed on a terminal", async () => {
    const args = ["connect", site.url, "--user", "chief", "--service-url", "https://sms.example"];
    const command = [process.execPath, main, ...args].map((word) => `'${word}'`).join(" ");
    const env = { ...bareEnvironment, ...usual() };
    const child = spawn(typescript!, ["-qec", command, "/dev/null"], { env });
    let shown = "";
    child.stdout.on("data", (data) => {
      shown += String(data);
      // What is typed before the prompt is echoed by the terminal itself.
      if (shown.includes("Application password of chief") && !child.stdin.writableEnded) {
        child.stdin.end(`${grouped(admin.password)}X\b\r`);
      }
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, shown]).toEqual([0, expect.stringContaining("TIDINGS_PLATFORM='wordpress+")]);
    expect(shown).not.toMatch(/fPas|swor d012/);
  });

  test("says that the outcome is unknown if the site accepted the call and no response came", async () => {
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    site.state.instead = (response) => void response.socket?.destroy();
    const cut = await tidings(["connect", site.url, "--user", "chief", ...serviceAccount], environment);
    expect(cut.err).toContain("may have accepted it");
    site.state.instead = (response) => page(response, 500);
    const failed = await tidings(["connect", site.url, "--user", "chief", ...serviceAccount], environment);
    expect(failed.err).toContain("may have accepted it");
    site.state.instead = (response) => page(response, 403);
    const locked = await tidings(["connect", site.url, "--user", "chief", ...serviceAccount], environment);
    expect(locked.err).toContain("Nothing was changed");
  });

  test("a site cannot inject a setting of its own into the line", async () => {
    site.state.instead = (response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ service_user: "a&b", application_password: "x&capabilities=read" }));
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    const said = await tidings(["connect", site.url, "--user", "chief", ...serviceAccount], environment);
    expect(said.out).toContain("?service=a%26b:x%26capabilities%3Dread&secret=");
  });

  test("the line means the same in a shell, in a file that a shell reads, and in an env file of Node", async () => {
    const odd = 'o\'brien & $HOME #1 `id` \\ "q" !! %41 ~ *';
    site.state.instead = (response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ service_user: odd, application_password: "abcd efgh" }));
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    const connected = ["connect", `${site.url}/it's`, "--user", "chief", ...serviceAccount];
    const said = await tidings(connected, environment);
    const file = join(folder, "line.env");
    await writeFile(file, said.out);
    const print = "process.stdout.write(process.env.TIDINGS_PLATFORM)";
    const run = (program: string, ...args: string[]): string =>
      execFileSync(program, args, { env: { ...bareEnvironment }, cwd: folder }).toString();
    const read = [
      run("/bin/sh", "-c", `${said.out.trim()}; printf %s "$TIDINGS_PLATFORM"`),
      run("/bin/sh", "-c", `${said.out.trim()} ${process.execPath} -e '${print}'`),
      run("/bin/sh", "-c", `set -a; . ./line.env; exec ${process.execPath} -e '${print}'`),
      run(process.execPath, `--env-file=${file}`, "-e", print),
    ];
    expect(new Set(read).size).toBe(1);
    const url = new URL(read[0]!.replace("wordpress+", ""));
    expect(url.searchParams.get("service")).toBe(`${odd}:abcdefgh`);
    expect(url.searchParams.get("secret")).toMatch(/^[\w-]{43}$/);
    expect(url.pathname).toBe("/blog/it%27s");
  });

  test("accepts no address with a password in it, for the site or for the service", async () => {
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    const calls = site.calls.length;
    for (const args of [
      [site.url.replace("://", "://:hidden@"), "--service-url", "https://sms.example"],
      [site.url, "--service-url", "https://anna:hidden@sms.example"],
    ]) {
      const said = await tidings(["connect", args[0]!, "--user", "chief", ...args.slice(1)], environment);
      expect([said.code === 0, said.out, said.err.includes("hidden")]).toEqual([false, "", false]);
    }
    expect(site.calls.length).toBe(calls);
  });

  test("refuses the address of the API in place of the service's, and says which to give", async () => {
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password };
    const calls = site.calls.length;
    for (const end of ["/svc/v1", "/svc/v1/", "/svc/v1/send"]) {
      const address = `https://sms.example/tidings${end}`;
      const said = await tidings(["connect", site.url, "--user", "chief", "--service-url", address], environment);
      expect([said.code, said.out, site.calls.length]).toEqual([2, "", calls]);
      expect(said.err).toContain("--service-url is the address before /svc/v1: https://sms.example/tidings\n");
    }
  });

  test("calls no site without TLS unless its host is allowed", async () => {
    const environment = { WORDPRESS_APPLICATION_PASSWORD: admin.password, TIDINGS_OUTBOUND_ALLOW: "192.0.2.1" };
    const calls = site.calls.length;
    const said = await tidings(["connect", site.url, "--user", "chief", ...serviceAccount], environment);
    expect([said.code, site.calls.length]).toEqual([1, calls]);
    expect(said.err).toContain("TIDINGS_OUTBOUND_ALLOW");
  });
});

describe("with the site as platform", () => {
  let service: TestService;
  let server: Listening;
  let platform: string;
  const environment = () => ({
    TIDINGS_DATA: folder,
    TIDINGS_OUTBOUND_ALLOW: "127.0.0.0/8",
    TIDINGS_PLATFORM: platform,
  });
  const secretOf = (dsn: string): string => /secret=([\w-]{43})/.exec(dsn)![1]!;
  beforeAll(async () => {
    const needed = { WORDPRESS_APPLICATION_PASSWORD: admin.password, TIDINGS_LISTEN: "127.0.0.1:8099" };
    const said = await tidings(["connect", site.url, "--user", "chief", "--json"], needed);
    platform = JSON.parse(said.out).platform;
    service = await startTestService({ TIDINGS_PLATFORM: platform, TIDINGS_SECRET_KEY: secretKey });
    server = await listen(service.app, { host: "127.0.0.1", port: 0 });
    site.state.connected!.service_url = server.url;
  });
  afterAll(async () => {
    await server.close();
    await service.end();
  });

  /** What the doctor says about the platform. */
  async function doctor(): Promise<string[]> {
    const found = (await runChecks(environment())).filter(({ about }) => about === "platform");
    expect(JSON.stringify(found)).not.toContain(admin.password);
    expect(JSON.stringify(found)).not.toContain(secretOf(platform));
    return found.map(({ level, text }) => `${level}: ${text}`);
  }

  test("users and application passwords are not changed by the command line, which says where they are", async () => {
    for (const args of [
      ["user", "list"],
      ["app-password", "list", "chief"],
    ]) {
      const said = await program(args, environment());
      expect([said.code, said.out]).toEqual([1, ""]);
      expect(said.err).toContain(`wordpress+${site.url}?service=tidings-service:•••&secret=•••`);
      expect(said.err).toContain("Change them there");
    }
  });

  test("a start creates no administrator, and shows the site without its secrets", async () => {
    const serviceAccount = await startServiceProcess({
      ...environment(),
      DATABASE_URL: service.url,
      TIDINGS_SECRET_KEY: secretKey,
    });
    await serviceAccount.kill("SIGTERM");
    expect(serviceAccount.admin).toBeNull();
    expect(serviceAccount.output()).toContain(
      `Platform   wordpress+${site.url}?service=tidings-service:•••&secret=•••`,
    );
    expect(serviceAccount.output()).not.toContain(secretOf(platform));
  });

  test("the doctor finds nothing wrong if nothing is", async () => {
    expect(await doctor()).toEqual([
      `ok: wordpress+${site.url}?service=tidings-service:•••&secret=•••`,
      `ok: WordPress answers at ${site.url}.`,
      "ok: Companion plugin 1.6.0; recipients can be looked up.",
      "ok: A call through the site arrives with a valid signature.",
    ]);
  });

  const answers = (status: number) => (): void => void (site.state.instead = (response) => page(response, status));
  const state = () => site.state;
  const cases: readonly (readonly [string, () => void, RegExp])[] = [
    ["a site that is down", () => site.down(), /^error: WordPress at \S+ cannot be reached.*Check the address/],
    ["another page there", answers(200), /^error: There is no REST API/],
    ["a lock before it", answers(401), /^error: Something in front of WordPress.*Allow \/wp-json/],
    ["an error of its own", answers(500), /^error: .*status 500.*error log/],
    ["permalinks that are off", () => void (state().permalinks = false), /^warning: Permalinks are off/],
    [
      "application passwords that are off",
      () => void (state().applicationPasswords = false),
      /^error: Application passwords are off: the site is called over plain http/,
    ],
    [
      "a web server that drops the Authorization header",
      () => site.stripAuthorization(true),
      /^error: .*drops the Authorization header.*CGIPassAuth On/,
    ],
    ["no companion plugin", () => void (state().companion = false), /^warning: The companion plugin is not installed/],
    [
      "a companion plugin that is too old",
      () => void (state().version = "1.0.12"),
      /^error: The companion plugin 1\.0\.12 is too old/,
    ],
    [
      "a companion plugin that signs too little",
      () => void (state().version = "1.0.12"),
      /^error: The companion plugin uses an older signature, which is refused: update it/,
    ],
    [
      "clocks that differ",
      () => void (state().clockSeconds = 90),
      /^error: The clocks of site and service are (89|90|91) s apart/,
    ],
  ];
  test.each(cases)("the doctor reports %s", async (_name, arrange, words) => {
    arrange();
    expect(await doctor()).toContainEqual(expect.stringMatching(words));
  });

  test("the doctor reports a secret that is not the site's", async () => {
    const { secret } = site.state.connected!;
    site.state.connected!.secret = "A".repeat(43);
    expect((await doctor()).at(-1)).toMatch(/^error: The secret is not the one that the site signs with/);
    site.state.connected!.secret = secret;
  });

  test("the doctor reports a service account that has no rights, or was deleted", async () => {
    const account = [...site.users.values()].find((user) => platform.includes(user.password))!;
    const { capabilities } = account;
    account.capabilities = ["read"];
    expect(await doctor()).toContainEqual(
      expect.stringMatching(/^error: The service account tidings-service may not look up/),
    );
    account.capabilities = capabilities;
    site.users.delete(account.id);
    expect(await doctor()).toContainEqual(expect.stringMatching(/^error: .*application password of tidings-service/));
    site.users.set(account.id, account);
  });

  test("the doctor reports a site that does not reach the service", async () => {
    const url = site.state.connected!.service_url;
    site.state.connected!.service_url = "http://127.0.0.1:1";
    expect((await doctor()).at(-1)).toMatch(/^warning: A call through the site does not arrive/);
    site.state.connected!.service_url = url;
  });
});

test.each([
  ["wordpress+ftp://site.example", /must be builtin, or like wordpress\+https/],
  ["wordpress+https://anna:secretpassword@site.example", /takes the account as service=/],
  ["wordpress+https://site.example?service=nopassword", /service that is not USER:APP_PASSWORD/],
  ["wordpress+https://site.example?secret=tooshort", /secret that is not 32 bytes/],
  ["'wordpress+https://site.example?secret=tooshort'", /is in quotes: leave them out here/],
  ["wordpress+https://site.example?tiemout=3", /tiemout, which is not known/],
  ["wordpress+https://site.example?timeout=0", /timeout that is not 1 to 60/],
  ["drupal+https://site.example", /must be builtin, or like/],
])("a start with %s as platform ends at once, says why, and reveals no secret", async (dsn, words) => {
  const said = await tidings(["serve"], { TIDINGS_PLATFORM: dsn });
  expect(said.code).toBe(1);
  expect(said.err).toMatch(words);
  expect(said.err).toContain("TIDINGS_PLATFORM");
  expect(said.err).not.toMatch(/secretpassword|nopassword|tooshort/);
});
