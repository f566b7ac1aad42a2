import { contentOf, type MessageContent } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { footerSection, type FooterSettings } from "./footer-settings.ts";
import { filled, textIn } from "./localized-text.ts";
import { optOutSection, type OptOutSettings } from "./opt-out-settings.ts";

export type Footer = Pick<FooterSettings, "texts" | "stop"> & Pick<OptOutSettings, "senderName">;

/** The footer that messages of a category get now; null: none. Only marketing reads the settings. */
export async function footerOf(readSettings: ReadSettings, category: Category): Promise<Footer | null> {
  if (category !== "marketing") return null;
  const { enabled, texts, stop } = await readSettings(footerSection);
  if (!enabled) return null;
  const { senderName } = await readSettings(optOutSection);
  return { texts, stop, senderName };
}

/**
 * Adds the footer to a finished text, once, and counts it again: to be called where a content gets its final words, before
 * its length is checked. A text that has the footer already, wherever the caller wrote it, stays as it is.
 *
 * @param language of the text; null: unknown
 */
export function withFooter(content: MessageContent, footer: Footer | null, language: string | null): MessageContent {
  const text = footer && textIn(footer.texts, language);
  if (!text) return content;
  const added = filled(text, { sender: footer.senderName ?? content.sender ?? "", stop: footer.stop });
  const written = content.text.trimEnd();
  // Behind its last line, the text of a domain-bound code would no longer be one.
  if (plain(written).includes(plain(added)) || CODE_LINE.test(written)) return content;
  return contentOf({ ...content, text: written === "" ? added : `${written}\n${added}` });
}

const CODE_LINE = /(?:^|\n)@\S+ #\S+(?: @\S+)?$/;
/** Line breaks and case make no other footer. */
const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ");
