import { successBody } from "#contract/envelope";

import type { Mount } from "../../app.ts";
import { apiHeaders, JSON_TYPE } from "../../headers.ts";
import { callOf, targetOf, unauthenticated } from "../../identify.ts";
import { requestIdOf } from "../../pipeline.ts";
import { errorResponse, toHttpError } from "../../problems.ts";
import type { ApiDeps } from "../../services.ts";

/**
 * `POST /host/revocations`: the platform reports that passwords or rights of its users have changed. Not an endpoint:
 * only the platform itself may call it, with its signature, and no user.
 */
export function hostRevocationsMount(base: string, services: ApiDeps): Mount {
  const { proxied } = services.host;
  return (app) => {
    if (!proxied) return;
    app.post(`${base}/host/revocations`, async (c) => {
      const request = c.req.raw;
      const requestId = requestIdOf(request, services);
      try {
        const answer = await proxied.revoke(callOf(request, targetOf(request, c.env)).call);
        if (answer.kind !== "done") throw unauthenticated(answer.kind);
        const body = successBody("Noted.", { users: answer.users });
        return new Response(body, { headers: apiHeaders(requestId, JSON_TYPE) });
      } catch (error) {
        return errorResponse(toHttpError(error, services, requestId), request, requestId, services.docsUrl);
      }
    });
  };
}
