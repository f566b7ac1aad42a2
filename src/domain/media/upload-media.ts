import { hash } from "node:crypto";

import { DomainError } from "../error.ts";
import type { Random } from "../newsletter/activation-code.ts";
import type { MediaStore } from "./media-store.ts";
import { extensionOf, mediaTypeOf, mediaTypes, type MediaType } from "./media-type.ts";

/**
 * Days for which a file is kept after its last upload; longer while a message or a schedule that uses it is not
 * finished.
 */
export const MEDIA_DAYS = 90;
/** New files of a user within a day. */
const MAX_PER_DAY = 500;

export type MediaDeps = {
  readonly media: MediaStore;
  readonly randomBytes: Random;
  /** Where providers reach this service; null: not configured. */
  readonly publicUrl: string | null;
  /** The service's own address, for the sandbox. */
  readonly ownUrl: string;
  /** Whether the default route is a sandbox, which fetches nothing. */
  readonly isSandbox: () => boolean;
};

export type UploadedMedia = { readonly url: string; readonly type: MediaType; readonly bytes: number };

/**
 * The file with its type, before it is stored.
 *
 * @throws DomainError public_url_missing; invalid_parameter: empty, or of a type that no provider accepts
 */
export function checkMedia(
  { publicUrl, isSandbox }: Pick<MediaDeps, "publicUrl" | "isSandbox">,
  content: Uint8Array,
): { readonly content: Uint8Array; readonly type: MediaType; readonly sha256: Buffer } {
  if (publicUrl === null && !isSandbox()) {
    throw new DomainError("public_url_missing", "Providers fetch media at TIDINGS_PUBLIC_URL, which is not set.");
  }
  const type = mediaTypeOf(content);
  if (type === null) {
    const message = content.length === 0 ? "is empty" : `is none of: ${mediaTypes.join(", ")}`;
    throw new DomainError("invalid_parameter", `The file ${message}.`, [
      { field: "file", code: content.length === 0 ? "required" : "not_in_list", message },
    ]);
  }
  return { content, type, sha256: hash("sha256", content, "buffer") };
}

/**
 * Stores a file for `media_urls`. The same file has the same address for every uploader.
 *
 * @throws DomainError too_many_requests: permission to send is not permission to fill the disk
 */
export async function uploadMedia(
  { media, randomBytes, publicUrl, ownUrl }: MediaDeps,
  checked: ReturnType<typeof checkMedia>,
  createdBy: string,
): Promise<UploadedMedia> {
  const { content, type } = checked;
  if ((await media.uploadsOf(createdBy)) >= MAX_PER_DAY) {
    throw new DomainError(
      "too_many_requests",
      `You uploaded ${MAX_PER_DAY} files within a day: wait, or use URLs of your own.`,
    );
  }
  const token = await media.add({ ...checked, token: Buffer.from(randomBytes(16)).toString("base64url"), createdBy });
  return { url: `${publicUrl ?? ownUrl}/m/${token}.${extensionOf(type)}`, type, bytes: content.length };
}

/** The token in an address of this service's own media; null: it is another address. */
export function mediaTokenOf(url: string, publicUrl: string | null): string | null {
  if (publicUrl === null || !url.startsWith(`${publicUrl}/m/`)) return null;
  return mediaTokenIn(url.slice(`${publicUrl}/m/`.length));
}

/** The token of a file name such as `q3f…-A.jpg`; null: it cannot be one. */
export function mediaTokenIn(name: string): string | null {
  return /^([\w-]{22})\.[a-z0-9]{3,4}$/.exec(name)?.[1] ?? null;
}
