import { segmentsOf, type Segments } from "./segments.ts";

/** UTF-16 units of the longest text that can be sent. */
export const MESSAGE_UNITS = 1_530;

/** What a caller sends and a schedule stores; the same for every recipient. A new property starts here. */
export type ContentInput = {
  readonly text: string;
  /** null: as in the gateway's settings. */
  readonly sender: string | null;
  readonly flash: boolean;
  readonly media: readonly string[];
  /** Whether the variables in the text are replaced for each recipient: then the text is a template. */
  readonly personal: boolean;
  /** Texts by locale for recipients who have one; null: everyone gets `text`. Only of a personal content. */
  readonly variants: Readonly<Record<string, string>> | null;
};

/** The content of a message, with the values derived from it: passed whole, from the call to the gateway. */
export type MessageContent = ContentInput & Pick<Segments, "encoding" | "segments">;

/** One list for all contents without media: messages that say the same are found by identity. */
const NO_MEDIA: readonly string[] = [];

/** The only way to create a content, so that it is always encoded and counted. */
export function contentOf({
  text,
  sender = null,
  flash = false,
  media = NO_MEDIA,
  personal = false,
  variants = null,
}: Pick<ContentInput, "text"> & Partial<ContentInput>): MessageContent {
  const { encoding, segments } = segmentsOf(text);
  return { text, sender, flash, media: media.length === 0 ? NO_MEDIA : media, personal, variants, encoding, segments };
}

/** A recipient's content, from that of the message and their own text. */
export function withOwnText(content: MessageContent, text: string): MessageContent {
  return contentOf({ ...content, text, personal: false, variants: null });
}

/** The content without the derived values: to be stored where they are derived again before sending. */
export function inputOf({ encoding: _encoding, segments: _segments, ...input }: MessageContent): ContentInput {
  return input;
}
