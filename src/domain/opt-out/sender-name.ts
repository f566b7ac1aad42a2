import type { ReadSettings } from "../settings/settings-store.ts";
import { optOutSection } from "./opt-out-settings.ts";

/**
 * The value of `{{sender}}` in a text: the name from the settings, or the sender id, unless it is a number. A number
 * would not tell the reader who writes, and a phone might offer its digits as the code.
 */
export async function senderNameOf(readSettings: ReadSettings, sender: string | null): Promise<string> {
  const { senderName } = await readSettings(optOutSection);
  return senderName ?? (sender !== null && /\p{L}/u.test(sender) ? sender : "");
}
