import { createHmac } from "node:crypto";
import { connect } from "node:net";

export type ShopHook = {
  readonly id: number;
  readonly url: string;
  /** As typed into the shop's form. */
  readonly secret: string;
  readonly topic: string;
  /** 3: "WP REST API Integration v3". */
  readonly apiVersion: 1 | 2 | 3;
  readonly source: string;
  /** What the API returns for the order to the hook's owner, at the time of the call. */
  readonly read: (order: number) => object;
};

/**
 * A webhook of the shop, as in woocommerce/woocommerce, includes/class-wc-webhook.php:
 *
 * - a ping when it is first activated: a form, unsigned, and only 200 is accepted
 * - calls over HTTP/1.0 without redirects, the body as the order is at the time of the call, not of the change
 * - the body is PHP's JSON: slashes and letters beyond ASCII are escaped; `…deleted` contains only the id
 * - signed with the secret after its HTML entities were decoded (wp_specialchars_decode)
 * - 200 to 302 is a success; the failure after six in a row switches the webhook off
 */
export function shopHook(hook: ShopHook) {
  let failures = 0;
  let status: "active" | "disabled" = "active";
  let deliveries = 0;

  async function deliver(order: number): Promise<number | null> {
    if (status !== "active") return null;
    const isDeleted = hook.topic.endsWith(".deleted");
    const body = phpJson(isDeleted ? { id: order } : asVersion(hook.read(order), hook.apiVersion));
    const [resource, event] = hook.topic.split(".");
    deliveries += 1;
    const code = await post(hook.url, body, {
      "Content-Type": "application/json",
      "X-WC-Webhook-Source": hook.source,
      "X-WC-Webhook-Topic": hook.topic,
      "X-WC-Webhook-Resource": resource!,
      "X-WC-Webhook-Event": event!,
      "X-WC-Webhook-Signature": createHmac("sha256", decodeEntities(hook.secret)).update(body).digest("base64"),
      "X-WC-Webhook-ID": String(hook.id),
      "X-WC-Webhook-Delivery-ID": `${hook.id}-${deliveries}`,
    });
    if (code >= 200 && code < 303) failures = 0;
    else if (failures > 5) status = "disabled";
    else failures += 1;
    return code;
  }

  return {
    id: hook.id,
    url: hook.url,
    topic: hook.topic,
    deliver,
    /** Whether the shop lets the administrator activate it. */
    ping: async () =>
      (await post(hook.url, `webhook_id=${hook.id}`, { "Content-Type": "application/x-www-form-urlencoded" })) === 200,
    status: () => status,
    failures: () => failures,
  };
}

/** Version 1 has one time of each kind, in GMT, without saying so in its name. */
function asVersion(row: object, version: number): object {
  return version > 1
    ? row
    : Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace(/_gmt$/, ""), value as unknown]));
}

function phpJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** wp_specialchars_decode( …, ENT_QUOTES ): each entity once. */
function decodeEntities(text: string): string {
  const meaning = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replaceAll(/&(?:(amp|lt|gt|quot)|#(?:0*(3[489]|6[02])|x0*(2[267]|3[ce])));/gi, (_all, name, dec, hex) =>
    name !== undefined
      ? meaning[String(name).toLowerCase() as keyof typeof meaning]
      : String.fromCharCode(dec === undefined ? parseInt(String(hex), 16) : Number(dec)),
  );
}

/** HTTP/1.0, which no client of Node speaks. */
function post(address: string, body: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let answer = "";
    socket.on("data", (data) => (answer += String(data)));
    socket.on("error", reject);
    socket.on("end", () => resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? "0")));
    const lines = Object.entries({
      Host: url.host,
      "User-Agent": "WooCommerce/8.2.2 Hookshot (WordPress/6.1.9)",
      Accept: "*/*",
      Connection: "close",
      ...headers,
      "Content-Length": String(Buffer.byteLength(body)),
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write([`POST ${url.pathname} HTTP/1.0`, ...lines, "", body].join("\r\n"));
  });
}
