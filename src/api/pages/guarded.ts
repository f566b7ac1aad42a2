import type { Context } from "hono";
import { html } from "hono/html";

import { errors } from "#contract/errors";

import { requestIdOf } from "../pipeline.ts";
import { toHttpError } from "../problems.ts";
import type { ApiDeps } from "../services.ts";
import { page } from "./layout.ts";

/** An error page for people: the JSON envelope is for programs. */
export function guarded(
  handler: (c: Context) => Promise<Response>,
  services: Pick<ApiDeps, "log" | "isDatabaseDown" | "newRequestId">,
): (c: Context) => Promise<Response> {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      const failure = toHttpError(error, services, requestIdOf(c.req.raw, services));
      return failed(failure.message, errors[failure.code].status, failure.headers);
    }
  };
}

function failed(sentence: string, status: number, headers: Readonly<Record<string, string>>): Promise<Response> {
  const body = html`<main class="narrow">
    <h1>That did not work</h1>
    <p>${sentence}</p>
    <p><a href="/profile">Back to your profile</a></p>
  </main>`;
  return page({ title: "Error", body, status }, headers);
}
