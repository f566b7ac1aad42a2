import type { Context } from "hono";
import { html } from "hono/html";

import { errors } from "#contract/errors";

import { Failure } from "../failure.ts";
import type { ApiServices } from "../services.ts";
import { page } from "./layout.ts";

/** A page for people where something fails: the envelope is for programs. */
export function guarded(
  handler: (c: Context) => Promise<Response>,
  log: ApiServices["log"],
): (c: Context) => Promise<Response> {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      if (error instanceof Failure) return failed(error.message, errors[error.code].status);
      log("error", "page failed", { error: error instanceof Error ? error.stack : String(error) });
      return failed("Something went wrong on our side. Try again in a moment.", 500);
    }
  };
}

function failed(sentence: string, status: number): Promise<Response> {
  const body = html`<main class="narrow">
    <h1>That did not work</h1>
    <p>${sentence}</p>
    <p><a href="/profile">Back to your profile</a></p>
  </main>`;
  return page({ title: "Error", body, status });
}
