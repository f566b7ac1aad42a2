import { expect } from "vitest";

import { startScriptedProvider, type Asked } from "../providers/scripted-provider.ts";
import { allowWithoutRecord } from "./consents.ts";
import { startTestService, type TestService } from "../service/test-service.ts";

const BODY = encodeURIComponent('{"to":"{to}","text":"{text}","ref":"{ref}","from":"{from}"}');
const INBOUND = "&inbound_from=from&inbound_to=to&inbound_text=text&inbound_id=id";

export type Received = { readonly from: string; readonly text: string };

/** A service with a provider through which people receive messages and reply. */
export async function startReplies(options: { readonly workerLoops?: boolean } = {}) {
  const provider = await startScriptedProvider(() => ({}));
  const address = provider.dsn().split("?")[0]!;
  const service: TestService = await startTestService(
    { TIDINGS_GATEWAY: `${address}?body=${BODY}&id=/id${INBOUND}&from=ACME&batch=1&window=50&name=main` },
    options,
  );
  await allowWithoutRecord(service.pool);
  const { receipt_url: url } = (await service.call("GET", "/gateways/main")).body.data;
  let replies = 0;
  return {
    service,
    provider,
    /** A reply, as the provider reports it; the same `id` again is a repetition. */
    async reply(from: string, text: string, to = "ACME", id = `r${(replies += 1)}`): Promise<void> {
      const body = JSON.stringify({ from, text, to, id });
      const headers = { "content-type": "application/json" };
      expect((await service.app.request(url, { method: "POST", headers, body })).status).toBe(200);
    },
    /** What a phone received, the oldest first. */
    received: (phone: string): readonly Received[] =>
      (provider.seen as readonly (Asked & { from?: string })[])
        .filter(({ to }) => to === phone)
        .map(({ from = "", text }) => ({ from, text })),
    async set(section: string, fields: object): Promise<void> {
      const answer = await service.call("PATCH", "/settings", { [section]: fields });
      expect([answer.status, answer.body.data.details]).toEqual([200, undefined]);
    },
    /** Sends and returns the id, or the error's code. */
    async send(phone: string, more: object = {}): Promise<string> {
      const answer = await service.call("POST", "/send", { message: "Hello", numbers: [phone], ...more });
      return answer.body.data.message_id ?? answer.body.code;
    },
    /** The state of the only delivery of a message. */
    async stateOf(id: string): Promise<string> {
      const { rows } = await service.pool.query<{ state: string }>(
        "select state from deliveries where message_id = $1",
        [id.replace("msg_", "")],
      );
      return rows[0]!.state;
    },
    /** All entries of a number. */
    async listed(phone: string): Promise<{ id: number; kind: string; sender: string | null; source: string }[]> {
      const path = `/suppressions?per_page=100&search=${encodeURIComponent(phone)}`;
      return (await service.call("GET", path)).body.data.items;
    },
    async end(): Promise<void> {
      await service.end();
      await provider.close();
    },
  };
}
