import type { Evidence } from "../consent/consent-record.ts";
import type { ReadLinks } from "../forms/person-link.ts";
import { contentOf } from "../messages/content.ts";
import { newMessage } from "../messages/message.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { footerOf, withFooter } from "../opt-out/footer.ts";
import { footerSection } from "../opt-out/footer-settings.ts";
import { filled } from "../opt-out/localized-text.ts";
import { senderNameOf } from "../opt-out/sender-name.ts";
import type { Routes } from "../routing/routes.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { hasLinks, templateOf, type Template } from "../texts/template.ts";
import { valuesOf, type Values } from "../texts/values.ts";
import { groupText, type GroupTexts } from "./group-texts.ts";
import type { Subscriber } from "./newsletter-store.ts";
import type { NewsletterSettings } from "./settings.ts";

export type WelcomeDeps = {
  readonly messages: MessageStore;
  readonly routes: Pick<Routes, "byDefault">;
  readonly readSettings: ReadSettings;
  /** The site's sender id. */
  readonly sender: string | null;
  readonly readLinks: ReadLinks;
};

export type Welcomed = {
  readonly person: Subscriber;
  /** The groups that the person has just become an active member of. */
  readonly groups: readonly GroupTexts[];
  /** Of the text; null: unknown. */
  readonly locale: string | null;
  /**
   * Whether the name and the fields may be in the text. Anyone can enter a stranger's number in a form, and could
   * otherwise choose words of a message to that stranger.
   */
  readonly mayName: boolean;
  /**
   * Checked once there is something to send. Absent: a caller who may send requested it, or the owner of the number
   * did.
   */
  readonly permitted?: (() => Promise<boolean>) | undefined;
  readonly evidence: Evidence;
};

/**
 * Accepts the welcome messages of new members: one for all groups whose text is the same. Must be called in the
 * transaction that makes the memberships active, so that each change has its message, and no message comes without the
 * change. Does nothing without a text, without a gateway or beyond the limits: none of these prevents a subscription.
 */
export async function welcome(ports: WelcomeDeps, settings: NewsletterSettings, to: Welcomed): Promise<void> {
  const { person, groups, locale, evidence } = to;
  const names = new Map<string, string[]>();
  for (const { name, welcomeTexts } of groups) {
    const text = groupText(welcomeTexts, settings.welcomeTexts, locale);
    if (text !== undefined) names.set(text, [...(names.get(text) ?? []), name]);
  }
  const route = names.size > 0 ? ports.routes.byDefault() : null;
  if (!route || !(await (to.permitted?.() ?? true))) return;
  const category = settings.welcomeCategory;
  const footer = await footerOf(ports.readSettings, category);
  const { stop } = await ports.readSettings(footerSection);
  const sender = await senderNameOf(ports.readSettings, ports.sender);
  const links = ports.readLinks && hasLinks([...names.keys()]) ? await ports.readLinks([person.id]) : null;
  const known = {
    phone: person.phone,
    links: links?.get(person.id),
    ...(to.mayName && { name: person.name, fields: person.customFields }),
  };
  for (const [text, ofGroups] of names) {
    const words = { sender, stop, group: ofGroups.join(", ") };
    const own = inserted(templateOf(filled(text, words)), valuesOf(known));
    if (own === "") continue;
    await ports.messages.accept(
      newMessage({
        content: withFooter(contentOf({ text: own, sender: ports.sender }), footer, locale),
        category,
        route: route.route,
        phones: [person.phone],
        createdBy: evidence.actor ?? `newsletter:${evidence.source}`,
      }),
    );
  }
}

/** A missing value is left out: a subscription must not fail because of a name. */
const inserted = (template: Template, values: Values): string =>
  template
    .map((part) => (typeof part === "string" ? part : (values.get(part.path) ?? part.fallback ?? "")))
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .trim();
