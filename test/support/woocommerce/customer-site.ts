import { eventually } from "../engine/engine.ts";
import { startTestService } from "../service/test-service.ts";
import { startStandIn } from "../wordpress/wordpress-stand-in.ts";

/** The route on which the service reads who has a role, in pages of 2,000. */
export const RECIPIENTS = "/tidings/v1/recipients";

/** The whole service on the stand-in of a site with this many customers, and a user who may send to them. */
export async function startCustomerSite(customers: number, phoneOf: (index: number) => string) {
  const site = await startStandIn();
  const serviceAccount = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const { login, password } = site.add("sender", { capabilities: ["svc_sendsms", "svc_outbox"] });
  const sender = { as: { user: login, password } };
  for (let index = 0; index < customers; index += 1) {
    site.add(`customer${index}`, { id: 1_000 + index, roles: ["customer"], phone: phoneOf(index) });
  }
  const service = await startTestService({
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${serviceAccount.login}:${serviceAccount.password}&timeout=5`,
    TIDINGS_GATEWAY: "sandbox://default?receipt_ms=1&credit=1000000&keep=50000",
  });
  return {
    site,
    service,
    /** Sends to roles. Resolves with the message's id when the response is there, before any person was looked up. */
    async send(role_ids: readonly string[]): Promise<string> {
      const reply = await service.call("POST", "/send", { message: "Sale", role_ids }, sender);
      if (reply.body.data.state !== "resolving") throw new Error(JSON.stringify(reply.body));
      return reply.body.data.message_id;
    },
    /** The message as it is shown when it has ended. */
    over: (id: string, timeoutMs = 30_000): Promise<any> =>
      eventually(async () => {
        const { data } = (await service.call("GET", `/messages/${id}`, undefined, sender)).body;
        return (data.state === "completed" || data.state === "failed") && data;
      }, timeoutMs),
    async end(): Promise<void> {
      await service.end();
      await site.close();
    },
  };
}

export type CustomerSite = Awaited<ReturnType<typeof startCustomerSite>>;
