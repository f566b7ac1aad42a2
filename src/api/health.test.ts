import { Hono } from "hono";
import { expect, test } from "vitest";

import { healthRoutes, type Check } from "./health.ts";

function open(ready: () => Promise<readonly Check[]>) {
  const app = new Hono();
  healthRoutes("/svc/v1", {}, ready)(app);
  return app;
}

test("concurrent callers share one check of the database, and a later caller gets a new one", async () => {
  let checks = 0;
  const answers: ((checks: readonly Check[]) => void)[] = [];
  const app = open(() => {
    checks += 1;
    return new Promise((resolve) => answers.push(resolve));
  });
  const asked = ["/readyz", "/svc/v1/readyz", "/readyz"].map(async (path) => app.request(path));
  answers[0]!([{ name: "database", ok: false }]);
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503);
  expect(checks).toBe(1);
  const later = app.request("/readyz");
  answers[1]!([{ name: "database", ok: true }]);
  expect((await later).status).toBe(200);
  expect(checks).toBe(2);
});

test("a failed check is not returned to other callers", async () => {
  let checks = 0;
  const app = open(async () => {
    checks += 1;
    if (checks === 1) throw new Error("no");
    return [];
  });
  app.onError((_error, c) => c.text("", 500));
  expect((await app.request("/readyz")).status).toBe(500);
  expect((await app.request("/readyz")).status).toBe(200);
});
