import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { endpoints, type EndpointDeps } from "#api/v1/index";
import { SAME_IN_GSM } from "#domain/messages/gsm-replacement";

import packageJson from "../package.json" with { type: "json" };
import { clientPage } from "./client/client-page.ts";
import { generateClient } from "./client/generate-client.ts";
import { configurationPage, errorsPage, limitsPage } from "./generate-docs.ts";
import { quietHoursPage } from "./generate-quiet-hours.ts";
import { generateGateways } from "./generate-gateways.ts";
import { openApiDocument } from "./openapi.ts";

/**
 * `npm run generate`: writes every file that is generated from code. With --check it writes nothing and fails if a file
 * is not up to date.
 */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

// Endpoints only close over their ports; describing them calls none.
const described = endpoints({} as EndpointDeps);
const api = openApiDocument(described, packageJson.version);

const files = new Map<string, string>([
  ["openapi.json", `${JSON.stringify(api, null, 2)}\n`],
  ["docs/reference/errors.md", errorsPage()],
  ["docs/reference/limits.md", limitsPage()],
  ["docs/reference/configuration.md", configurationPage()],
  ["docs/reference/quiet-hours.md", quietHoursPage()],
  ["docs/reference/client.md", clientPage(api)],
  ...(await generateGateways()),
  ...generateClient(api),
  ["console/src/lib/gsm-same.json", `${JSON.stringify(SAME_IN_GSM, null, 2)}\n`],
]);

/** Every file in these folders is generated. */
const GENERATED = ["packages/client/src/generated/**/*.ts", "docs/reference/gateways/*.md"];

const stale: string[] = [];
for (const [path, content] of files) {
  const url = new URL(`../${path}`, import.meta.url);
  const present = await readFile(url, "utf8").catch(() => null);
  if (present === content) continue;
  stale.push(path);
  if (values.check) continue;
  await mkdir(new URL(".", url), { recursive: true });
  await writeFile(url, content);
}
for await (const path of glob(GENERATED, { cwd: new URL("..", import.meta.url) })) {
  if (files.has(path)) continue;
  stale.push(path);
  if (!values.check) await rm(new URL(`../${path}`, import.meta.url));
}
if (stale.length === 0) console.log("Generated files are up to date.");
else if (values.check) {
  console.error(`Not up to date: ${stale.join(", ")}. Run npm run generate.`);
  process.exitCode = 1;
} else console.log(`Written or deleted: ${stale.join(", ")}.`);
