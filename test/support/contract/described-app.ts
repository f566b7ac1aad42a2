import type { Hono } from "hono";

import { expectDescribed, urlOf } from "./replies.ts";

/** The app, whose every response to `request` is compared with openapi.json before the test sees it. */
export function describedApp<App extends Hono>(app: App): App {
  const { request } = app;
  app.request = async (input, init, ...more) => {
    const response = await request(input, init, ...more);
    const given = input instanceof Request ? input : null;
    await expectDescribed(init?.method ?? given?.method ?? "GET", urlOf(input), response);
    return response;
  };
  return app;
}
