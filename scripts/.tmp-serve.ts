import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { createApp } from "#api/app";
import { referencePages } from "#api/pages/reference";
const openapi = JSON.parse(readFileSync("/tmp/docs-work/openapi.json", "utf8"));
const app = createApp([], { newRequestId: () => "req_x", log: console.log, docsUrl: "" } as any, { mounts: [referencePages({ openapi, base: "/svc/v1" })] });
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 8191 });
