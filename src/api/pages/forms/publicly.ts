import type { Context } from "hono";

import { errors } from "#contract/errors";

import type { ApiDeps } from "../../services.ts";
import { withErrorPage } from "../guarded.ts";
import { messageView } from "./code-view.ts";
import { plainLook, publicPage } from "./layout.ts";
import { localeOf, textsIn } from "./texts.ts";

/** A failure as a page for the public: it says nothing about the cause, which the log has. */
export const publicly = (
  handler: (c: Context) => Promise<Response>,
  services: Pick<ApiDeps, "log" | "isDatabaseDown" | "newRequestId">,
): ((c: Context) => Promise<Response>) =>
  withErrorPage(handler, services, ({ code, headers }, c) => {
    const locale = localeOf(c.req.header("accept-language") ?? null);
    const { failedTitle, failed } = textsIn(locale);
    return publicPage(
      plainLook(locale),
      { title: failedTitle, body: messageView(failedTitle, failed), status: errors[code].status },
      headers,
    );
  });
