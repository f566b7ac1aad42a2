/** Parameters of one call, wherever they stand: path, query or body. */
export type Example = Readonly<Record<string, unknown>>;

const WEBHOOK = "https://example.com/hooks/sms";
const UUID = "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10";

/**
 * One call that works for each route that takes parameters. The /docs page makes its curl lines from these, and a
 * test reads each with the route's own schema. Every number is one of the sandbox's.
 */
export const examples: Readonly<Record<string, Example>> = {
  "POST /send": { message: "Hello from Tidings", numbers: ["+15005550000"] },
  "GET /messages/{id}": { id: `msg_${UUID}` },
  "POST /newsletter": { name: "Ada", mobile: "+15005550000", group_id: [1] },
  "POST /newsletter/verify": { mobile: "+15005550000", activation: "123456" },
  "POST /newsletter/unsubscribe": { mobile: "+15005550000" },
  "GET /outbox": { status: "failed", per_page: 50 },
  "GET /credit": { gateway: "sandbox" },
  "GET /sandbox/messages": { to: "+15005550000" },
  "GET /groups": { search: "news" },
  "POST /groups": { name: "Customers" },
  "GET /groups/{id}": { id: 1 },
  "PATCH /groups/{id}": { id: 1, name: "News" },
  "DELETE /groups/{id}": { id: 2 },
  "POST /webhook": { webhook_url: WEBHOOK, type: ["new_sms"] },
  "DELETE /webhook": { webhook_url: WEBHOOK },
  "POST /webhooks": { url: WEBHOOK, types: ["message.delivered", "message.failed"] },
  "GET /webhooks/{id}": { id: `wh_${UUID}` },
  "PATCH /webhooks/{id}": { id: `wh_${UUID}`, enabled: true },
  "DELETE /webhooks/{id}": { id: `wh_${UUID}` },
  "POST /webhooks/{id}/rotate": { id: `wh_${UUID}`, overlap_hours: 24 },
  "POST /webhooks/{id}/test": { id: `wh_${UUID}` },
  "GET /webhooks/{id}/deliveries": { id: `wh_${UUID}`, state: "failed" },
  "GET /webhook/deliveries/{id}": { id: "whd_1742" },
  "POST /webhook/deliveries/{id}/replay": { id: "whd_1742" },
  "GET /users": { role: "editor" },
  "POST /users": { username: "ada", email: "ada@example.com", name: "Ada", roles: ["editor"] },
  "GET /users/{id}": { id: 1 },
  "PATCH /users/{id}": { id: 1, phone: "+15005550000" },
  "DELETE /users/{id}": { id: 2 },
  "POST /roles": { name: "sender", label: "Sender", capabilities: ["svc_sendsms"] },
  "PUT /roles/{name}": { name: "sender", capabilities: ["svc_sendsms"] },
  "PATCH /roles/{name}": { name: "sender", capabilities: ["svc_sendsms", "svc_outbox"] },
  "DELETE /roles/{name}": { name: "sender" },
  "GET /users/{id}/application-passwords": { id: "me" },
  "POST /users/{id}/application-passwords": { id: "me", name: "Shop" },
  "DELETE /users/{id}/application-passwords": { id: "me" },
  "GET /users/{id}/application-passwords/introspect": { id: "me" },
  "DELETE /users/{id}/application-passwords/{uuid}": { id: "me", uuid: UUID },
  "GET /customers": { search: "Ada" },
  "POST /customers": { name: "Ada", phone: "+15005550000" },
  "DELETE /customers/{id}": { id: 1 },
};
