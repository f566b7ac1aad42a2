import { plural, t } from "./translate.ts";

/** What the API returns in place of a text that may not or can no longer be read. */
const absent: Readonly<Record<string, string>> = {
  "[hidden]": t`Text not shown`,
  "[erased]": t`Text erased with the person's data`,
  "[redacted]": t`Text deleted at the end of its retention`,
};

export const isShown = (text: string): boolean => !Object.hasOwn(absent, text);

/** The text of a message, or why there is none. */
export const shownText = (text: string): string => (Object.hasOwn(absent, text) ? absent[text]! : text);

type Content = { readonly message: string; readonly media: readonly string[] };

/** In one line of a list: of pictures without a text, how many there are. */
export const shownContent = ({ message, media }: Content): string =>
  message === "" && media.length > 0 ? plural(media.length, "# picture", "# pictures") : shownText(message);

/** The first line of the same, up to a word's end. */
export function shownTitle(content: Content): string {
  const line = shownContent(content).split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${line.slice(0, 60).replace(/\s+\S*$/, "")}…`;
}
