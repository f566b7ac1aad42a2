import { z } from "zod";

import { sessionData } from "#contract/session";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { sessionView, type SessionDeps } from "./session-view.ts";

/** `GET /session`: also for users of another platform, and for application passwords. */
export function sessionEndpoint(services: SessionDeps): Endpoint {
  return endpoint({
    operationId: "getSession",
    method: "GET",
    path: "/session",
    access: "user",
    tag: "Session",
    summary: "Show who is signed in, and where",
    description: "Works with a web session and with an application password.",
    input: z.object({}),
    data: sessionData,
    async handle(_input, { caller, browser }) {
      const data = await sessionView(services, caller, browser().session);
      return { message: `You are ${caller.username}.`, data };
    },
  });
}
