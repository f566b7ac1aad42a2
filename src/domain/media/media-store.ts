import type { MediaType } from "./media-type.ts";

export type NewMedia = {
  readonly token: string;
  readonly type: MediaType;
  readonly sha256: Buffer;
  readonly content: Uint8Array;
  readonly createdBy: string;
};

export type MediaFacts = { readonly type: MediaType; readonly bytes: number };

/** Uploaded files, under the token of their address. */
export type MediaStore = {
  /**
   * Returns the token of the address: that of an earlier upload if the file is known. It is then kept as long as a new
   * one.
   */
  add(media: NewMedia): Promise<string>;
  /** How many files a user uploaded within a day. */
  uploadsOf(createdBy: string): Promise<number>;
  /** null: unknown, or deleted. */
  facts(token: string): Promise<MediaFacts | null>;
  /** As `facts`, for a message that is about to be stored: for an hour, the file is not deleted because of its age. */
  use(token: string): Promise<MediaFacts | null>;
  read(token: string): Promise<{ readonly type: MediaType; readonly content: Buffer } | null>;
};
