import { createRequire } from "node:module";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "../../../node_modules/@stoplight/prism-cli/dist/index.js");
// Its parts, in the versions that its command uses.
const load = createRequire(CLI);

type Prism = { listen(port: number, host: string): Promise<string>; close(): Promise<void> };
type HttpServer = { readonly createServer: (operations: readonly unknown[], options: object) => Prism };
type Http = { readonly getHttpOperationsFromSpec: (described: object | string) => Promise<readonly unknown[]> };
type Core = { readonly createLogger: (name: string, options: object) => unknown };
type Extensions = { readonly configureExtensionsUserProvided: (described: object | string) => Promise<void> };

/**
 * Prism, an independent reader of OpenAPI, playing the described service as `prism mock` does. It refuses what the
 * description forbids. In this process: its command takes a second of CPU to load, for each description.
 *
 * @param described a document, or the path of a file that holds one in JSON or YAML @param strict whether Prism also
 * answers 500 if its own response, made from the examples, violates the description
 */
export async function startPrism(
  described: object | string,
  strict = true,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { createServer } = load("@stoplight/prism-http-server") as HttpServer;
  const { getHttpOperationsFromSpec } = load("@stoplight/prism-http") as Http;
  const { createLogger } = load("@stoplight/prism-core") as Core;
  const { configureExtensionsUserProvided } = load("./extensions") as Extensions;
  // It resolves references in place.
  const own = () => (typeof described === "string" ? described : structuredClone(described));
  const operations = await getHttpOperationsFromSpec(own());
  await configureExtensionsUserProvided(own());
  const server = createServer(operations, {
    cors: true,
    config: {
      isProxy: false,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: strict,
      upstreamProxy: undefined,
      mock: { dynamic: false, ignoreExamples: false, seed: null },
    },
    components: { logger: createLogger("TEST", { level: "silent" }) },
  });
  return { url: await server.listen(0, "127.0.0.1"), stop: () => server.close() };
}
