import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { parseAddress, parseBlock, within } from "#lib/ip";
import { fitsSocket } from "#store/embedded/socket-folder";

import { freePorts } from "./support/service/free-ports.ts";

/**
 * What can be checked of the container, the compose file and the unit without an engine and without systemd as init.
 */
const root = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");

type Instruction = { readonly name: string; readonly args: string };
const instructions = read("Containerfile")
  .replaceAll(/^\s*#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line): Instruction => ({ name: line.split(" ")[0]!, args: line.slice(line.indexOf(" ") + 1).trim() }));
const lastFrom = instructions.findLastIndex(({ name }) => name === "FROM");
const built = instructions.slice(0, lastFrom);
const image = instructions.slice(lastFrom);
const all = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter((one) => one.name === name).map(({ args }) => args);
const environment = new Map(
  all(image, "ENV").flatMap((args) => args.split(" ").map((pair) => pair.split("=") as [string, string])),
);

test("the image is Debian slim, does not run as root, and writes to a volume of a known name", () => {
  expect(all(image, "FROM")).toEqual([
    expect.stringMatching(/^docker\.io\/library\/debian:\w+-slim(?:@sha256:[0-9a-f]{64})?$/),
  ]);
  const [uid] = all(image, "USER").at(-1)!.split(":");
  expect(Number(uid)).toBeGreaterThan(0);
  expect(all(image, "RUN").join()).toContain(`--uid ${uid}`);
  expect(JSON.parse(all(image, "VOLUME")[0]!)).toEqual([environment.get("TIDINGS_DATA")]);
  const [, port] = environment.get("TIDINGS_LISTEN")!.split(":");
  expect(all(image, "EXPOSE")).toEqual([port]);
  // The code belongs to root: a COPY with an owner would make it the user's.
  expect(all(image, "COPY").filter((args) => args.includes("--chown"))).toEqual([]);
});

test("all copied files exist or are built, and include everything that the code reads of its own folders", () => {
  const made = ["node_modules", "dist", "console/dist"];
  const sources = all(image, "COPY").flatMap((args) =>
    args
      .split(" ")
      .slice(1, -1)
      .map((path) => path.replace("/app/", "")),
  );
  expect(sources.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
  expect(sources).toEqual(expect.arrayContaining([...made, "bin", "docs", "openapi.json", "package.json"]));
  for (const args of all(built, "COPY").filter((one) => one !== ". .")) {
    const paths = args.split(" ").slice(0, -1);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test("packages are installed from the lock file, without scripts; secrets and data stay out of the build", () => {
  const installs = [...all(built, "RUN"), ...all(image, "RUN")].filter((line) => /\bnpm (i|install|ci)\b/.test(line));
  expect(installs.length).toBe(2);
  for (const line of installs) expect(line).toMatch(/^npm ci --ignore-scripts /);
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", ".env", "data", "**/node_modules", "tidings.config.*"]));
});

test("the health check reports whether the service answers, on whatever port it listens", async () => {
  const [, command] = /CMD (\[.*\])$/.exec(all(image, "HEALTHCHECK")[0]!)!;
  const [, ...args] = JSON.parse(command!) as string[];
  const check = async (listen: string): Promise<unknown> => {
    const child = spawn(process.execPath, args, { env: { TIDINGS_LISTEN: listen } });
    return (await once(child, "exit"))[0];
  };
  const asked: (string | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const listen = `0.0.0.0:${(server.address() as AddressInfo).port}`;
  expect(await check(listen)).toBe(0);
  status = 503;
  expect(await check(listen)).toBe(1);
  await once(server.close(), "close");
  expect(asked).toEqual(["/healthz", "/healthz"]);
  const [nobody] = await freePorts(1);
  expect(await check(`[::]:${nobody}`)).toBe(1);
});

test("the compose file builds this container, with a read-only root and volumes of known names", () => {
  const compose = read("examples/compose.yaml");
  expect(compose).toMatch(/^ {6}dockerfile: Containerfile$/m);
  expect(compose).toMatch(/^ {4}read_only: true$/m);
  expect(compose).toMatch(/^ {4}tmpfs:\n {6}- \/tmp$/m);
  const mounted = [...compose.matchAll(/^ {6}- (\w+):(\/\S+)$/gm)].map(([, name, path]) => [name, path]);
  expect(mounted).toContainEqual(["data", environment.get("TIDINGS_DATA")]);
  const named = compose.slice(compose.indexOf("\nvolumes:"));
  for (const [name] of mounted) expect(named).toMatch(new RegExp(`^ {2}${name}:$`, "m"));
  // A password in the file would be the same in every copy.
  expect(compose.match(/PASSWORD: .*/g)).toEqual(["PASSWORD: ${POSTGRES_PASSWORD:?set it in .env}"]);
});

test("the compose file trusts the address from which its engine passes calls on, and no other: credentials are refused otherwise", () => {
  const compose = read("examples/compose.yaml");
  const gateway = /^ {10}gateway: (\S+)$/m.exec(compose)![1]!;
  expect(compose).toContain(`TIDINGS_TRUSTED_PROXIES: \${TIDINGS_TRUSTED_PROXIES:-${gateway}}\n`);
  const subnet = parseBlock(/^ {8}- subnet: (\S+)$/m.exec(compose)![1]!)!;
  expect(within([subnet], parseAddress(gateway)!)).toBe(true);
  // All clients reach the port through that address, so only this machine may reach it.
  expect(compose.match(/"[^"\n]*:8080"/g)).toEqual(['"127.0.0.1:8080:8080"']);
  expect(read("docs/guide/operate.md")).toMatch(/docker run .*-e TIDINGS_TRUSTED_PROXIES=/);
});

test("the unit ends Tidings before its database, and keeps what the two need", () => {
  const unit = read("examples/tidings.service");
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).toMatch(/^User=(?!root)\w+$/m);
  expect(unit).toMatch(/^StateDirectory=tidings$/m);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(yes|true)/m);
  // With a private /tmp, a socket there would be out of reach of commands run beside the service.
  expect(fitsSocket(`${/\bTIDINGS_DATA=(\S+)/.exec(unit)![1]}/pg/18/run`, "linux")).toBe(true);
  const verified = spawnSync("systemd-analyze", ["verify", join(root, "examples/tidings.service")], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
  });
  if (verified.error) return;
  // The only thing it may report is that nothing is installed under /opt here.
  const found = verified.stderr.split("\n").filter((line) => line.includes("tidings.service"));
  expect(found.filter((line) => !line.includes("/opt/tidings/node_modules/.bin/node"))).toEqual([]);
});

test("the unit and the guide start the pinned Node with the flags of npm start: a second Node would stay beside it", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  const [, flags] = /^exec node (.*) bin\/tidings\.js serve$/.exec(scripts.start)!;
  const start = (program: string): string =>
    `\nExecStart=/opt/tidings/node_modules/.bin/node ${flags} ${program} serve\n`;
  expect(read("examples/tidings.service")).toContain(start("node_modules/tidings/bin/tidings.js"));
  expect(read("docs/guide/operate.md")).toContain(start("bin/tidings.js"));
});

test("the unit's settings file has the data folder, and the service's user may read it: commands beside the service do", async () => {
  const unit = read("examples/tidings.service");
  const [, user] = /^User=(\w+)$/m.exec(unit)!;
  const [, file] = /^EnvironmentFile=(\S+)$/m.exec(unit)!;
  const [, creation] = new RegExp(`^# +(echo .* -g ${user} .*${file})$`, "m").exec(unit)!;
  const folder = await mkdtemp(join(tmpdir(), "tidings-unit-"));
  try {
    const own = join(folder, "tidings.env");
    const command = creation!.replace(` -g ${user} `, ` -g ${process.getgid!()} `).replace(file!, own);
    expect(spawnSync("sh", ["-c", command], { encoding: "utf8" }).stderr).toBe("");
    expect((statSync(own).mode & 0o777).toString(8)).toBe("640");
    const [, shown] = /sudo -u tidings sh -c '(set -a; .*) exec /.exec(read("docs/guide/operate.md"))!;
    const reading = spawnSync("sh", ["-c", `${shown!.replace(file!, own)} echo "$TIDINGS_DATA"`], { encoding: "utf8" });
    expect(reading.stdout).toBe("/var/lib/tidings\n");
    expect(unit).toMatch(/^StateDirectory=tidings$/m);
    // What only the unit says, commands do not know.
    expect(unit).not.toMatch(/^Environment=/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
