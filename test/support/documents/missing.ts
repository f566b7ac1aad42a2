import { spawnSync } from "node:child_process";

/** Why the commands of the pages cannot be run here, or null. Under CI_FULL=1 that is a failure. */
export const pagesMissing: string | null = missing();

function missing(): string | null {
  const curl = /^curl (\d+)\.(\d+)/.exec(spawnSync("curl", ["--version"], { encoding: "utf8" }).stdout ?? "");
  const knowsJson = curl !== null && (Number(curl[1]) > 7 || Number(curl[2]) >= 82);
  const others = ["bash", "python3"].filter((program) => spawnSync(program, ["--version"]).status !== 0);
  if (knowsJson && others.length === 0) return null;
  const what = [...(knowsJson ? [] : ["curl 7.82"]), ...others].join(", ");
  if (process.env["CI_FULL"] === "1") throw new Error(`not here: ${what}`);
  return what;
}
