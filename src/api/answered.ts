import { successBody } from "#contract/envelope";

import { apiHeaders, JSON_TYPE } from "./response/headers.ts";
import { requestIdOf } from "./pipeline.ts";
import { errorResponse, toHttpError } from "./response/problems.ts";
import type { ApiDeps } from "./services.ts";

type AnswerDeps = Pick<ApiDeps, "isDatabaseDown" | "log" | "newRequestId" | "docsUrl">;

/** Answers a call of a route that is not an endpoint: whatever ends it gets the common error shape here too. */
export async function answered(
  request: Request,
  services: AnswerDeps,
  answer: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request, services);
  try {
    return await answer(requestId);
  } catch (error) {
    return errorResponse(toHttpError(error, services, requestId), request, requestId, services.docsUrl);
  }
}

export function successResponse(requestId: string, message: string, data: object): Response {
  return new Response(successBody(message, data), { headers: apiHeaders(requestId, JSON_TYPE) });
}
