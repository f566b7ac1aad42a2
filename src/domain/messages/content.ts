import { segmentsOf, type Segments } from "./segments.ts";

/** What a caller says and a schedule stores; the same for every recipient. A new property begins here. */
export type ContentInput = {
  readonly text: string;
  /** null: whatever the gateway's settings say. */
  readonly sender: string | null;
  readonly flash: boolean;
  readonly media: readonly string[];
};

/** What a message says, with what follows from it: handed on whole, from the call to the gateway. */
export type MessageContent = ContentInput & Pick<Segments, "encoding" | "segments">;

/** The only way to a content: whatever else it is, it is encoded and counted. */
export function contentOf({
  text,
  sender = null,
  flash = false,
  media = [],
}: Pick<ContentInput, "text"> & Partial<ContentInput>): MessageContent {
  const { encoding, segments } = segmentsOf(text);
  return { text, sender, flash, media, encoding, segments };
}

/** The part of a content that is worth storing where it is counted again before it is sent. */
export function inputOf({ encoding: _encoding, segments: _segments, ...input }: MessageContent): ContentInput {
  return input;
}
