import type { Context } from "hono";

import { errors } from "#contract/errors";

import { requestIdOf } from "../../pipeline.ts";
import { toHttpError } from "../../problems.ts";
import type { ApiDeps } from "../../services.ts";
import { messageView } from "./code-view.ts";
import { plainLook, publicPage } from "./layout.ts";
import { localeOf, textsIn } from "./texts.ts";

/** A failure as a page for the public: it says nothing about the cause, which the log has. */
export function publicly(
  handler: (c: Context) => Promise<Response>,
  services: Pick<ApiDeps, "log" | "isDatabaseDown" | "newRequestId">,
): (c: Context) => Promise<Response> {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      const failure = toHttpError(error, services, requestIdOf(c.req.raw, services));
      const locale = localeOf(c.req.header("accept-language") ?? null);
      const { failedTitle, failed } = textsIn(locale);
      const { status } = errors[failure.code];
      return publicPage(
        plainLook(locale),
        { title: failedTitle, body: messageView(failedTitle, failed), status },
        failure.headers,
      );
    }
  };
}
