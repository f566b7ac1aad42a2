import { contentOf, type ContentInput, type MessageContent } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { siteSection, type SiteSettings } from "../settings/site-settings.ts";
import { withoutEmptyFallbacks } from "../texts/personal-text.ts";
import { footerSection, type FooterSettings } from "./footer-settings.ts";
import { footerTexts } from "./footer-texts.ts";
import { filled, textOrBuiltIn } from "./localized-text.ts";
import { optOutSection, type OptOutSettings } from "./opt-out-settings.ts";

export type Footer = Pick<FooterSettings, "texts" | "stop"> &
  Pick<OptOutSettings, "senderName"> &
  Pick<SiteSettings, "locale">;

/** Whether messages of a category may have a footer: only then are the settings read. */
export const mayHaveFooter = (category: Category): boolean => category === "marketing";

/** The footer that messages of a category get now; null: none. */
export async function footerOf(readSettings: ReadSettings, category: Category): Promise<Footer | null> {
  if (!mayHaveFooter(category)) return null;
  const { enabled, texts, stop } = await readSettings(footerSection);
  if (!enabled) return null;
  // One after the other: a welcome reads them in a transaction, whose statements follow each other.
  const { senderName } = await readSettings(optOutSection);
  const site = await readSettings(siteSection);
  return { texts, stop, senderName, ...site };
}

/**
 * Adds the footer to a finished text, once, and counts it again: to be called where a content gets its final words,
 * before its length is checked. A text that has the footer already, wherever the caller wrote it, stays as it is.
 *
 * @param language of the text; null: that of the site
 */
export function withFooter(content: MessageContent, footer: Footer | null, language: string | null): MessageContent {
  if (!footer) return content;
  const text = added(content, content.text, footer, language);
  const variants =
    content.variants &&
    Object.fromEntries(
      Object.entries(content.variants).map(([locale, one]) => [locale, added(content, one, footer, locale)]),
    );
  const isSame = text === content.text && JSON.stringify(variants) === JSON.stringify(content.variants);
  return isSame ? content : contentOf({ ...content, text, variants });
}

/**
 * A text of the content as it is before the footer. The footer alone is sent to nobody: somebody of whom nothing else
 * would be said is refused like anyone without a value.
 */
export function ownWords({ personal, media }: Pick<ContentInput, "personal" | "media">, text: string): string {
  return personal && media.length === 0 ? withoutEmptyFallbacks(text) : text;
}

function added(content: MessageContent, text: string, footer: Footer, language: string | null): string {
  const own = textOrBuiltIn(footer.texts, footerTexts, language ?? footer.locale);
  if (!own) return text;
  const words = filled(own, { sender: footer.senderName ?? content.sender ?? "", stop: footer.stop });
  const written = ownWords(content, text).trimEnd();
  // The last line of a domain-bound code must remain the last: with a footer after it, phones would not recognize the
  // code.
  if (plain(written).includes(plain(words)) || CODE_LINE.test(written)) return text;
  return written === "" ? words : `${written}\n${words}`;
}

const CODE_LINE = /(?:^|\n)@\S+ #\S+(?: @\S+)?$/;
/** Footers that differ only in white space and case are the same. */
const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ");
