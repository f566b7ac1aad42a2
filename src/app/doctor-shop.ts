import { woocommerceCommerce } from "#commerce/woocommerce";
import { counted } from "#lib/counted";

import type { Config } from "./config.ts";
import type { Finding } from "./doctor.ts";
import { createOutbound } from "./outbound.ts";

/** Asks the shop that the settings name for its first customers. */
export async function examineShop(config: Pick<Config, "commerce" | "publicUrl">): Promise<readonly Finding[]> {
  const { commerce } = config;
  if (typeof commerce === "string") return [];
  const about = "shop";
  const outbound = createOutbound({ allow: [] });
  const findings: Finding[] = [];
  try {
    const shop = woocommerceCommerce(commerce, {
      fetch: outbound.trustedFetch,
      now: Date.now,
      random: Math.random,
      newNonce: () => crypto.randomUUID(),
      unavailable: (message) => new Error(message),
      times: { tryMs: 5_000, callMs: 6_000 },
    });
    const { contacts, next } = await shop.customers(null, 100);
    const reachable = contacts.filter(({ phone }) => phone !== null).length;
    const more = next === null ? "" : ", and more";
    findings.push({
      level: "ok",
      about,
      text: `${commerce.site} answers: ${counted(contacts.length, "customer")}, ${reachable} with a phone${more}.`,
    });
  } catch (error) {
    findings.push({ level: "fault", about, text: error instanceof Error ? error.message : String(error) });
  } finally {
    await outbound.close();
  }
  if (commerce.webhookSecret === null) {
    findings.push({ level: "warning", about, text: "No webhook_secret: nothing is texted about orders." });
  } else if (config.publicUrl === null) {
    findings.push({
      level: "warning",
      about,
      text: "TIDINGS_PUBLIC_URL is not set: the shop must reach this machine itself.",
    });
  }
  return findings;
}
