import { fileURLToPath } from "node:url";

const source = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The programs that tests start most often, beside the service. */
export const childSources = {
  "engine-child": source("engine/engine-child.ts"),
  "scheduler-child": source("engine/scheduler-child.ts"),
  "embedded-child": source("database/embedded-child.ts"),
  "gateway-stub-child": source("providers/gateway-stub-child.ts"),
} as const;

/** The file to start: of the bundle that global-setup.ts makes, outside of the test runner the source. */
export function childProgram(name: keyof typeof childSources): string {
  const bundled = process.env["TIDINGS_TEST_CHILDREN"];
  return bundled === undefined ? childSources[name] : `${bundled}/${name}.js`;
}
