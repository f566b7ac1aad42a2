import type { Mount } from "../../app.ts";
import { callOf, targetOf, unauthenticated } from "../../access/identify.ts";
import { answered, successResponse } from "../../answered.ts";
import type { ApiDeps } from "../../services.ts";

/**
 * `POST /host/revocations`: the platform reports that passwords or rights of its users have changed. Not an endpoint:
 * only the platform itself may call it, with its signature, and no user.
 */
export function hostRevocationsMount(base: string, services: ApiDeps): Mount {
  const { proxied } = services.host;
  return (app) => {
    if (!proxied) return;
    app.post(`${base}/host/revocations`, (c) => {
      const request = c.req.raw;
      return answered(request, services, async (requestId) => {
        const answer = await proxied.revoke(callOf(request, targetOf(request, c.env)).call);
        if (answer.kind !== "done") throw unauthenticated(answer.kind);
        return successResponse(requestId, "Noted.", { users: answer.users });
      });
    });
  };
}
