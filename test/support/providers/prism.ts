import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "../../../node_modules/@stoplight/prism-cli/dist/index.js");

/**
 * Prism, an independent reader of OpenAPI, playing the described service. It refuses what the description forbids.
 *
 * @param described a document, or the path of a file that holds one in JSON or YAML @param strict whether Prism also
 * answers 500 if its own response, made from the examples, violates the description
 */
export async function startPrism(
  described: object | string,
  strict = true,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const folder = await mkdtemp(join(tmpdir(), "prism-"));
  const file = typeof described === "string" ? described : join(folder, "openapi.json");
  if (typeof described !== "string") await writeFile(file, JSON.stringify(described));
  const flags = ["-h", "127.0.0.1", "-p", String(port), ...(strict ? ["--errors"] : [])];
  const child = spawn(process.execPath, [CLI, "mock", ...flags, file], { stdio: ["ignore", "pipe", "pipe"] });
  const gone = new Promise((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Prism is listening")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`Prism ended with ${code}: ${said.slice(-500)}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
