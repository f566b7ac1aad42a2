import { textOf } from "./parameters.ts";
import { succeeded } from "./replies.ts";
import { invalidOf, refusalOf, type CompatRoute } from "./route.ts";

/** `POST /webhook` and `DELETE /webhook`: two types, one per call; the response only confirms the change. */
export function webhookRoutes(): CompatRoute[] {
  return (["POST", "DELETE"] as const).map((method) => ({
    method,
    path: "/webhook",
    access: "svc_setting",
    parameters: {
      webhook_url: { required: true, type: "string" },
      type: { required: true, type: "string", oneOf: ["new_sms", "new_subscriber"] },
    },
    async handle({ fields, callApi }) {
      const result = await callApi(`${method} /webhook`, {
        webhook_url: textOf(fields, "webhook_url"),
        type: textOf(fields, "type"),
      });
      // A repeated call gets no secret, and this route never returns one.
      const done = method === "POST" ? "The webhook receives these events." : result.message;
      if (result.ok || result.code === "already_created") return succeeded(done);
      return invalidOf(result, ["webhook_url", "type"]) ?? refusalOf(result);
    },
  }));
}
