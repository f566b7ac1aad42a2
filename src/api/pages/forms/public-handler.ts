import type { Context } from "hono";

import { errors } from "#contract/errors";

import { requestIdOf } from "../../pipeline.ts";
import { toHttpError } from "../../response/problems.ts";
import type { ApiDeps } from "../../services.ts";
import { messageView } from "./code-view.ts";
import { plainAppearance, publicPage } from "./layout.ts";
import { localeOf, textsIn } from "./texts.ts";

type Handler = (c: Context) => Promise<Response>;

/** A handler whose failures are pages for the public: they say nothing about the cause, which the log has. */
export function publicly(
  handler: Handler,
  services: Pick<ApiDeps, "log" | "isDatabaseDown" | "newRequestId">,
): Handler {
  return async (c) => {
    try {
      return await handler(c);
    } catch (error) {
      const { code, headers } = toHttpError(error, services, requestIdOf(c.req.raw, services));
      // The site's language is in the database, which may be what failed.
      const locale = localeOf(c.req.header("accept-language") ?? null, "en");
      const { failedTitle, failed } = await textsIn(locale);
      const body = messageView(failedTitle, failed);
      return publicPage(plainAppearance(locale), { title: failedTitle, body, status: errors[code].status }, headers);
    }
  };
}
