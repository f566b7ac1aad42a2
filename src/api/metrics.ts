import type { Mount } from "./app.ts";
import { HttpError } from "./response/http-error.ts";
import { apiHeaders } from "./response/headers.ts";
import { identify } from "./access/identify.ts";
import { answered } from "./answered.ts";
import type { ApiDeps } from "./services.ts";

export type Scrape = { readonly contentType: string; readonly text: string };

export type MetricsText = { scrape(): Promise<Scrape> };

/**
 * `/metrics` below the base path, for callers with svc_setting. Not an endpoint: the response has the Prometheus
 * format.
 */
export function metricsMount(base: string, metrics: MetricsText, services: ApiDeps): Mount {
  return (app) => {
    app.all(`${base}/metrics`, (c) => {
      const request = c.req.raw;
      return answered(request, services, async (requestId) => {
        if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow } });
        if (!["GET", "HEAD"].includes(request.method)) {
          const message = `${request.method.slice(0, 20)} is not supported here. Supported: ${Allow}.`;
          throw new HttpError("method_not_allowed", message, { headers: { Allow } });
        }
        await identify(request, "svc_setting", c.env, services);
        const { contentType, text } = await metrics.scrape();
        const headers = apiHeaders(requestId, contentType);
        return new Response(request.method === "HEAD" ? null : text, { headers });
      });
    });
  };
}

const Allow = "GET, HEAD, OPTIONS";

/** `/metrics` on a listener of its own, readable by anyone who can reach it. */
export function openMetricsRoute({ scrape }: MetricsText): Mount {
  return (app) => {
    app.get("/metrics", async () => {
      const { contentType, text } = await scrape();
      return new Response(text, { headers: { "Content-Type": contentType } });
    });
  };
}
