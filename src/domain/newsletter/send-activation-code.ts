import type { KeyObject } from "node:crypto";

import { DomainError } from "../error.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { Guard } from "../guard/guard.ts";
import { refusedCode } from "../guard/refuse-code.ts";
import { requireRoute } from "../messages/abilities.ts";
import { contentOf } from "../messages/content.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { filled, textIn, textOrBuiltIn } from "../opt-out/localized-text.ts";
import { senderNameOf } from "../opt-out/sender-name.ts";
import type { Routes } from "../routing/routes.ts";
import { siteSection } from "../settings/site-settings.ts";
import { requireFunds, type FundsDeps } from "../spending/spend-rules.ts";
import { codeWait, hashCode, newCode, RESEND_SECONDS, type Random } from "./activation-code.ts";
import { codeMessage } from "./code-message.ts";
import { codeTexts as builtIn } from "./code-texts.ts";
import type { GroupTexts } from "./group-texts.ts";
import type { LockedSubscriber } from "./newsletter-store.ts";
import type { NewsletterSettings } from "./settings.ts";
import type { WelcomeDeps } from "./welcome.ts";

export type CodeDeps = {
  readonly messages: MessageStore;
  readonly routes: Routes;
  readonly randomBytes: Random;
  /** Key of the installation under which codes are hashed. */
  readonly codeKey: KeyObject;
  readonly guard: Guard;
} & FundsDeps;

/** `hash` null: none was sent, because the number got one too recently. `resendAfter`: seconds until it may get one. */
export type SentCode = { readonly hash: Buffer | null; readonly resendAfter: number; readonly sandbox: boolean };

/** One code confirms all groups; the first of their texts is used. */
export async function codeTextFor(
  { readSettings, sender }: Pick<WelcomeDeps, "readSettings" | "sender">,
  settings: NewsletterSettings,
  groups: readonly GroupTexts[],
  locale: string | null,
): Promise<string> {
  const [own] = groups.flatMap(({ codeTexts }) => textIn(codeTexts, locale) ?? []);
  const site = { default: settings.codeText, ...settings.codeTexts };
  const text = own ?? textOrBuiltIn(site, builtIn, locale ?? (await readSettings(siteSection)).locale) ?? site.default;
  if (!text.includes("{{")) return text;
  const words = { sender: await senderNameOf(readSettings, sender), group: groups.map(({ name }) => name).join(", ") };
  return filled(text, words);
}

/**
 * Sends a code, within the limits of the number and of all codes.
 *
 * @param text with the place of the code
 * @throws DomainError no_gateway, too_many_requests, invalid_parameter (destination_blocked), spend_cap_reached,
 *   insufficient_credit, not_in_this_state (STOP)
 */
export async function sendCode(
  ports: CodeDeps,
  person: LockedSubscriber,
  text: string,
  { evidence, visitorIp }: { readonly evidence: Evidence; readonly visitorIp?: string | undefined },
): Promise<SentCode> {
  const route = ports.routes.byDefault();
  const sandbox = route?.sandbox ?? false;
  const wait = codeWait(person.codeAge, person.requestAges);
  if (wait > 0) return { hash: null, resendAfter: wait, sandbox };
  const chosen = requireRoute(route, "no code");
  await requireFunds(ports, { category: "otp", route: chosen, phones: [person.phone], content: contentOf({ text }) });
  const taken = await ports.guard.take({ phone: person.phone, ip: visitorIp ?? null, purpose: "opt_in" });
  if (taken.kind === "refused") {
    // Treated like this number's own limits: the membership stays pending until a code may be sent again.
    if (taken.why === "number") return { hash: null, resendAfter: taken.retryAfter, sandbox };
    throw refusedCode(taken, "mobile");
  }
  const code = newCode(ports.randomBytes);
  const sent = await ports.messages.accept(codeMessage(chosen, person.phone, code, text, evidence));
  // A STOP arrived after we checked the number and before the message was accepted.
  if (sent.kind === "no_recipients") throw stopped();
  return { hash: hashCode(ports.codeKey, person.phone, code), resendAfter: RESEND_SECONDS, sandbox };
}

/** Why refused and not stored as pending: docs/decisions/0009-newsletter.md. */
export function stopped(): DomainError {
  return new DomainError(
    "not_in_this_state",
    "This number has opted out of all messages, or was blocked. Only a START from that phone changes that, or DELETE /suppressions/{number} with a reason and, after an opt-out, the new consent.",
    [],
    { suppressed: true },
  );
}
