import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { payloadFolder } from "./folder.ts";

const root = join(import.meta.dirname, "../../..");

/** In the order of docs/guide/payload.md; routes of Next.js stand for their folders. */
const FILES = ["src/payload.config.ts", "src/app/p/[...path]/route.ts", "src/instrumentation.ts", "src/send.ts"];

/** As `payload generate:types` writes them, which narrows what Payload's API accepts to these collections. */
const GENERATED = `
type Role = "admin" | "editor" | "customer";
export interface User { id: number; name?: string | null; roles?: Role[] | null; updatedAt: string; createdAt: string }
export interface Config {
  auth: { users: unknown };
  blocks: {};
  collections: { users: User };
  collectionsJoins: {};
  collectionsSelect: { users: { name?: true } };
  db: { defaultIDType: number };
  fallbackLocale: null;
  globals: {};
  globalsSelect: {};
  locale: null;
  user: User & { collection: "users" };
  jobs: { tasks: unknown; workflows: unknown };
}
declare module "payload" {
  export interface GeneratedTypes extends Config {}
}
`;

/**
 * Compiles the TypeScript of the guide in a site on Payload, under strict, without and with generated types.
 *
 * @param project has the package in its node_modules
 * @returns what the compiler printed: nothing, if all is well
 */
export async function compileSite(project: string): Promise<string> {
  const guide = await readFile(join(root, "docs/guide/payload.md"), "utf8");
  const blocks = [...guide.matchAll(/^ *```ts\n([\s\S]*?)```/gm)].map(([, text]) => text!);
  if (blocks.length !== FILES.length) throw new Error(`${blocks.length} files in the guide`);
  await mkdir(join(payloadFolder, "sites"), { recursive: true });
  const folder = await mkdtemp(join(payloadFolder, "sites", "types-"));
  try {
    await installBeside(folder, project);
    for (const [nth, file] of FILES.entries()) {
      await mkdir(join(folder, file, ".."), { recursive: true });
      await writeFile(join(folder, file), blocks[nth]!);
    }
    await writeFile(join(folder, "src/payload-types.ts"), GENERATED);
    return await compile(folder, [FILES, [...FILES, "src/payload-types.ts"]]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Copies, since the compiler looks for what a package imports from where it really is. */
async function installBeside(folder: string, project: string): Promise<void> {
  const modules = join(folder, "node_modules");
  for (const [name, from, entries] of [
    ["tidings", join(project, "node_modules/tidings"), ["package.json", "dist"]],
    ["tidings-payload", join(root, "packages/payload"), ["package.json", "dist"]],
  ] as const) {
    for (const entry of entries) await cp(join(from, entry), join(modules, name, entry), { recursive: true });
  }
}

/** In one process, which reads the types of Payload once: 5.0 s of CPU in place of 8.5. */
async function compile(folder: string, programs: readonly (readonly string[])[]): Promise<string> {
  // What create-next-app writes, as far as it decides what compiles.
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "@payload-config": ["./src/payload.config.ts"] },
  };
  const configs = programs.map((_, nth) => join(folder, `tsconfig.${nth}.json`));
  for (const [nth, files] of programs.entries()) {
    await writeFile(configs[nth]!, JSON.stringify({ compilerOptions, files }));
  }
  // Most sites have this version.
  const compiler = join(root, "test/client/node_modules/.bin/tsc");
  return promisify(execFile)(compiler, ["--build", ...configs, "--pretty", "false"]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
