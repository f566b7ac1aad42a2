import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { createDatabase, dropDatabase, emptyDatabase } from "../database/database.ts";
import { basic } from "../people/people.ts";
import { freePorts } from "../service/free-ports.ts";
import { main } from "../service/main.ts";
import { bareEnvironment, eventually, killHard } from "../service/processes.ts";
import { payloadFolder } from "./folder.ts";

const root = join(import.meta.dirname, "../../..");
const PASSWORD = "correct horse battery";

export type PayloadSite = Awaited<ReturnType<typeof startPayload>>;
export type SitePerson = { readonly id: number; readonly username: string; readonly cookie: string };

/**
 * A real site on Payload, on SQLite or PostgreSQL, with the plugin; the service in it has a database of its own.
 *
 * @param more environment variables that differ
 */
export async function startPayload(on: "sqlite" | "postgres", more: Readonly<Record<string, string>> = {}) {
  await mkdir(join(payloadFolder, "sites"), { recursive: true });
  const folder = await mkdtemp(join(payloadFolder, "sites", "site-"));
  const tidings = await createDatabase();
  const own = on === "postgres" ? await emptyDatabase() : null;
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  await cp(join(import.meta.dirname, "site"), folder, { recursive: true });
  await installPlugin(folder);
  const environment = {
    ...bareEnvironment,
    PORT: String(port),
    SITE_URL: url,
    SITE_DATABASE: own?.url ?? `file:${join(folder, "site.db")}`,
    TIDINGS_DATABASE: tidings.url,
    TIDINGS_DATA: join(folder, "data"),
    ...more,
  };

  async function start(program: readonly string[] = ["server.ts"]) {
    const child = spawn(process.execPath, program, { cwd: folder, env: environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(output);
      return output.includes("listening\n");
    });
    return { child, exited };
  }

  async function clear(): Promise<void> {
    await Promise.all([dropDatabase(tidings), own && dropDatabase(own)]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  let running = await start().catch(async (error: unknown) => {
    await clear();
    throw error;
  });

  /** One call of the site's API: a path like /users, or /svc/v1/send. With a cookie, as a page of the site makes it. */
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const browser = { "sec-fetch-site": "same-origin" };
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...(body && { "content-type": "application/json" }), ...(headers["cookie"] && browser), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Each test knows its shape.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  return {
    url,
    call,
    /** Creates a user of the site, and signs them in there. */
    async person(
      username: string,
      more: { readonly phone?: string; readonly roles?: readonly string[] } = {},
    ): Promise<SitePerson> {
      const data = {
        username,
        email: `${username}@example.org`,
        password: PASSWORD,
        name: `Name of ${username}`,
        ...more,
      };
      const made = await call("POST", "/users", data);
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const { body } = await call("POST", "/users/login", { username, password: PASSWORD });
      return { id: made.body.doc.id, username, cookie: `payload-token=${body.token}` };
    },
    /** Creates an application password in the person's session of the site. */
    async password({ username, cookie }: SitePerson, name = "Shop"): Promise<{ authorization: string; uuid: string }> {
      const made = await call("POST", "/svc/v1/users/me/application-passwords", { name }, { cookie });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      return { authorization: basic(username, made.body.data.password), uuid: made.body.data.uuid };
    },
    async crash(): Promise<void> {
      killHard(running.child.pid!);
      await running.exited;
      running = await start();
    },
    /** Sends in a process of its own, as the guide has it; `end` resolves to its exit code. */
    async startSender(): Promise<{ end(): Promise<number | null> }> {
      const sender = await start([join(payloadFolder, "node_modules/payload/bin.js"), "run", "send.ts"]);
      return {
        async end() {
          sender.child.kill("SIGTERM");
          await sender.exited;
          return sender.child.exitCode;
        },
      };
    },
    async stop(): Promise<void> {
      running.child.kill("SIGTERM");
      await running.exited;
      await clear();
    },
  };
}

/** As `npm install` would place them: the plugin as in its package, the service as processes of the tests run it. */
async function installPlugin(folder: string): Promise<void> {
  const service = join(folder, "node_modules/tidings");
  const plugin = join(folder, "node_modules/tidings-payload");
  await mkdir(service, { recursive: true });
  await mkdir(plugin, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await writeFile(join(service, "package.json"), '{ "name": "tidings", "type": "module", "exports": "./index.js" }');
  const library = pathToFileURL(join(dirname(main), "index.js")).href;
  await writeFile(join(service, "index.js"), `export * from "${library}";\n`);
  await cp(join(root, "packages/payload/package.json"), join(plugin, "package.json"));
  // Types are checked by `npm run check`; here they are only removed. What the plugin imports is not read: a build that
  // runs at the same time may have written half of dist/, whose types then lead to src/, and the compiler writes
  // JavaScript beside each source that it reads.
  const options = ["--noCheck", "--noResolve", "--declaration", "false", "--outDir", join(plugin, "dist")];
  await promisify(execFile)(join(root, "node_modules/.bin/tsc"), [
    "-p",
    join(root, "packages/payload/tsconfig.build.json"),
    ...options,
  ]);
}
