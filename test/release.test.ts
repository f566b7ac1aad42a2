import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json")) as { readonly version: string; readonly license: string };

test("the version is the same in the package, the lock file and the contract", () => {
  const lock = JSON.parse(read("package-lock.json"));
  const contract = JSON.parse(read("openapi.json"));
  const others = ["client", "payload"].map((name) => JSON.parse(read(`packages/${name}/package.json`)));
  const versions = [lock, lock.packages[""], lock.packages["packages/client"], contract.info, ...others];
  expect(versions.map(({ version }) => version)).toEqual(versions.map(() => manifest.version));
});

test("commands that install a package name the file of this version", () => {
  const files = [
    "README.md",
    "packages/client/README.md",
    "packages/payload/README.md",
    "examples/tidings.service",
  ].concat(readdirSync(new URL("../docs/guide", import.meta.url)).map((name) => `docs/guide/${name}`));
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\btidings(?:-client|-payload)?-(\d[\w.-]*)\.tgz/g)].map(([, version]) => ({
      file,
      version,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ version }) => version !== manifest.version)).toEqual([]);
});

test("the changelog is in the form of Keep a Changelog, with unreleased changes first", () => {
  const changelog = read("CHANGELOG.md");
  const [first, ...released] = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  expect(first).toBe("[Unreleased]");
  for (const heading of released)
    expect(heading).toMatch(/^\[\d+\.\d+\.\d+(-[\w.]+)?\] - \d{4}-\d\d-\d\d( \[YANKED\])?$/);
  const kinds = [...changelog.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind!);
  const known = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
});

test("each part names the license that is beside it", () => {
  expect(manifest.license).toBe("MIT");
  expect(read("LICENSE")).toMatch(/^MIT License\n/);
  expect(read("wordpress/LICENSE")).toMatch(/^\s+GNU GENERAL PUBLIC LICENSE\n\s+Version 2, June 1991/);
  for (const file of ["wordpress/tidings.php", "wordpress/readme.txt"]) {
    expect(read(file)).toMatch(/License: +GPL-2\.0-or-later/);
    expect(read(file)).toMatch(/License URI: +https:\/\/www\.gnu\.org\/licenses\/gpl-2\.0\.html/);
  }
});
