import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Package = {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
};
type Manifest = {
  readonly workspaces: readonly string[];
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const lock = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Package>> };
const manifest = JSON.parse(read("package.json")) as Manifest;
/** Folders of this repository. */
const { workspaces } = manifest;
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path !== "" && link !== true && !workspaces.includes(path),
);

test("the lock file has the checksum of everything that an install downloads", () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
});

test("no package runs a script when it is installed: a script could fetch what the lock file does not name", () => {
  const scripted = packages
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(scripted.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});

test("the Node of every platform is pinned by package and checksum, and bin/tidings.js looks for exactly these", () => {
  const pinned = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith("node-"));
  expect(pinned.map((name) => lock.packages[`node_modules/${name}`]?.version)).toEqual(
    pinned.map((name) => manifest.optionalDependencies[name]),
  );
  const launcher = read("bin/tidings.js");
  const looked = [...launcher.matchAll(/"(node-[a-z]+-[a-z0-9]+)"/g)].map(([, name]) => name!);
  expect(looked.toSorted()).toEqual(pinned.toSorted());
  const oldest = /OLDEST = \[(\d+), (\d+)\]/.exec(read("bin/node-version.js"))!;
  const versions = pinned.map((name) => manifest.optionalDependencies[name]!.split(".").map(Number));
  expect(versions.every(([major, minor]) => major === Number(oldest[1]) && minor! >= Number(oldest[2]))).toBe(true);
});
