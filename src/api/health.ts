import type { Mount } from "./app.ts";

/** One condition for the service to be ready. `warning`: worth knowing, but not blocking. */
export type Check = { readonly name: string; readonly ok: boolean; readonly warning?: string };

/**
 * `/healthz`: the process responds. `/readyz`: it can do its work; 503 if it cannot, with the check that fails. `facts`
 * are included in the response. Both are public, so neither reveals anything about people or messages.
 */
export function healthRoutes(
  base: string,
  facts: Readonly<Record<string, string>>,
  ready: () => Promise<readonly Check[]>,
): Mount {
  let under: Promise<readonly Check[]> | null = null;
  // A check takes several statements, and anyone can request one without credentials.
  const check = (): Promise<readonly Check[]> => {
    under ??= ready().finally(() => (under = null));
    return under;
  };
  return (app) => {
    for (const path of ["/healthz", `${base}/healthz`]) app.get(path, (c) => c.json({ status: "ok" }));
    for (const path of ["/readyz", `${base}/readyz`]) {
      app.get(path, async (c) => {
        const checks = await check();
        const good = checks.every((check) => check.ok);
        if (!good) c.header("Retry-After", "5");
        return c.json({ status: good ? "ready" : "not_ready", ...facts, checks }, good ? 200 : 503);
      });
    }
  };
}
