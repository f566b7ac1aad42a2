import { textOf } from "./parameters.ts";
import { succeeded } from "./replies.ts";
import { invalidOf, refusalOf, type CompatRoute } from "./route.ts";

/** `POST /webhook` and `DELETE /webhook`: two types, one in a call, and nothing told but that it is done. */
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
      // A repeated call is told no secret, and here none is told in any case.
      const done = method === "POST" ? "The webhook gets these events." : result.message;
      if (result.ok || result.code === "already_created") return succeeded(done);
      return invalidOf(result, ["webhook_url", "type"]) ?? refusalOf(result);
    },
  }));
}
