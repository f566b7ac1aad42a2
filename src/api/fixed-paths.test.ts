import { Hono } from "hono";
import { expect, test } from "vitest";

import { fixedPathsRouter } from "./fixed-paths.ts";

/** Each route answers with its own pattern and parameters. */
function appOf(routes: readonly string[]): Hono {
  const app = new Hono({ strict: false, router: fixedPathsRouter() });
  for (const route of routes) {
    const [method, path] = route.split(" ") as [string, string];
    app.on(method, path, (c) => c.json([route, c.req.param()]));
  }
  return app;
}

async function answer(app: Hono, method: string, path: string): Promise<unknown> {
  const response = await app.request(path, { method });
  return response.ok ? response.json() : response.status;
}

test("a path is answered the same way each time, by its method, with and without a slash at its end", async () => {
  const app = appOf(["GET /users/me", "POST /users/me", "GET /users/:id", "POST /users/:id/links"]);
  for (let time = 1; time <= 3; time += 1) {
    expect(await answer(app, "GET", "/users/me")).toEqual(["GET /users/me", {}]);
    expect(await answer(app, "GET", "/users/me/")).toEqual(["GET /users/me", {}]);
    expect(await answer(app, "POST", "/users/me")).toEqual(["POST /users/me", {}]);
    expect(await answer(app, "GET", `/users/${time}`)).toEqual(["GET /users/:id", { id: `${time}` }]);
    expect(await answer(app, "POST", "/users/me/links")).toEqual(["POST /users/:id/links", { id: "me" }]);
    expect(await answer(app, "DELETE", "/users/me")).toBe(404);
    expect(await answer(app, "GET", "/users")).toBe(404);
  }
});

test("the first of two routes for a path answers it, whichever of them has a parameter", async () => {
  const app = appOf(["GET /users/:id", "GET /users/me"]);
  for (let time = 1; time <= 2; time += 1) {
    expect(await answer(app, "GET", "/users/me")).toEqual(["GET /users/:id", { id: "me" }]);
  }
});
