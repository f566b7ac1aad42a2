import type { GatewayTools } from "#domain/gateways/gateway";

import { signForOvh } from "../../signatures/ovh.ts";
import { openClient, type Call, type Client } from "../../vendor/client.ts";
import { outcomeOfFailure } from "../../vendor/wire.ts";
import type { OvhSettings } from "./settings.ts";

/** OVHcloud's API below the SMS account: every call is signed, with the time of OVHcloud's clock. */
export function openOvh(given: OvhSettings, tools: GatewayTools): Client {
  const { secret, consumerKey: consumer } = given;
  const root = `/1.0/sms/${given.service}`;
  const client = openClient(given, tools, {
    path: root,
    headers: { "x-ovh-application": given.key, "x-ovh-consumer": consumer },
    secrets: [given.key, secret, consumer],
  });
  /** Milliseconds that OVHcloud's clock is ahead of ours. Each answer tells it, so no call is spent on asking. */
  let ahead = 0;

  const sign = ({ path, json }: Call): Call => {
    const at = Math.round((tools.clock.now() + ahead) / 1_000);
    const method = json === undefined ? "GET" : "POST";
    // The signature covers the very bytes that are sent.
    const text = json === undefined ? "" : JSON.stringify(json);
    const url = `${given.plain ? "http" : "https"}://${given.host}${root}${path}`;
    const signature = signForOvh({ secret, consumer }, { method, url, body: text, at });
    return {
      path,
      headers: { "x-ovh-timestamp": String(at), "x-ovh-signature": signature },
      ...(text !== "" && { body: { type: "application/json", text } }),
    };
  };

  const call: Client["call"] = async (given) => {
    const answer = await client.call(sign(given));
    const date = answer.kind === "answer" ? Date.parse(answer.headers.get("date") ?? "") : Number.NaN;
    if (!Number.isNaN(date)) ahead = date - tools.clock.now();
    return answer;
  };

  return {
    call,
    words: client.words,
    async ask(given, read) {
      const answer = await call(given);
      return answer.kind === "answer" ? read(answer) : outcomeOfFailure(answer);
    },
  };
}
