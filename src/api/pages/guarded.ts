import type { Context } from "hono";
import { html } from "hono/html";

import { errors } from "#contract/errors";

import type { HttpError } from "../http-error.ts";
import { requestIdOf } from "../pipeline.ts";
import { toHttpError } from "../problems.ts";
import type { ApiDeps } from "../services.ts";
import { page } from "./layout.ts";

type Handler = (c: Context) => Promise<Response>;
type FailureDeps = Pick<ApiDeps, "log" | "isDatabaseDown" | "newRequestId">;

/** A handler whose failures are pages: the JSON envelope is for programs. @param show the page of a failure */
export function withErrorPage(
  handler: Handler,
  services: FailureDeps,
  show: (failure: HttpError, c: Context) => Response | Promise<Response>,
): Handler {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      return show(toHttpError(error, services, requestIdOf(c.req.raw, services)), c);
    }
  };
}

/** An error page for people who are signed in, or want to be: it says what is wrong. */
export const guarded = (handler: Handler, services: FailureDeps): Handler =>
  withErrorPage(handler, services, ({ message, code, headers }) => failed(message, errors[code].status, headers));

function failed(sentence: string, status: number, headers: Readonly<Record<string, string>>): Promise<Response> {
  const body = html`<main class="narrow">
    <h1>That did not work</h1>
    <p>${sentence}</p>
    <p><a href="/profile">Back to your profile</a></p>
  </main>`;
  return page({ title: "Error", body, status }, headers);
}
