import { readKeyword } from "../inbox/keyword.ts";
import { optOutSection } from "../opt-out/opt-out-settings.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { linkVariables } from "../texts/values.ts";
import type { Category } from "../messages/message.ts";
import type { MessageContent } from "../messages/content.ts";

/** What the text lacks of what laws and carriers require of marketing: who sends it, and how to opt out. */
export async function marketingWarnings(
  readSettings: ReadSettings,
  category: Category,
  { text, sender }: Pick<MessageContent, "text" | "sender">,
): Promise<readonly string[]> {
  if (category !== "marketing" || text === "") return [];
  return [...(await aboutSender(readSettings, text, sender)), ...(saysHowToLeave(text) ? [] : [NO_OPT_OUT])];
}

async function aboutSender(readSettings: ReadSettings, text: string, sender: string | null): Promise<string[]> {
  // A sender id of letters is shown in place of a number.
  if (sender !== null && /\p{L}/u.test(sender)) return [];
  const { senderName } = await readSettings(optOutSection);
  if (senderName === null) return [NAMELESS];
  return text.toLowerCase().includes(senderName.toLowerCase()) ? [] : [UNNAMED];
}

/** A link by which a person leaves, or a word that would be honored as an opt-out, as instructions write it. */
function saysHowToLeave(text: string): boolean {
  if (linkVariables.some((name) => text.includes(name)) || /\bopt(?:ing)?[- ]out\b/i.test(text)) return true;
  const words = text.match(/\p{L}+(?:[-\u2019']\p{L}+)*/gu) ?? [];
  return words.some((word) => (isCapitals(word) || !EVERYDAY.has(word.toLowerCase())) && isStop(word));
}

const isStop = (word: string): boolean => readKeyword(word)?.keyword === "stop";
/** Also true of scripts without capitals. */
const isCapitals = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** Words of other sentences, unless they are in capitals: "Our tour stops in Berlin". */
const EVERYDAY: ReadonlySet<string> = new Set([
  "stop",
  "stops",
  "end",
  "quit",
  "cancel",
  "cease",
  "remove",
  "aufhören",
  "sluta",
  "pare",
  "basta",
  "alto",
  "arrêt",
]);

const UNNAMED = "Neither the text nor the sender id names the sender.";
const NAMELESS = "The settings do not name the sender: check that the text says who sends it.";
const NO_OPT_OUT = "The text does not say how to opt out. The footer in the settings adds it to marketing.";
