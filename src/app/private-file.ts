import { randomBytes } from "node:crypto";
import { constants, copyFile, link, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";

import { makePrivateFolder } from "#store/embedded/folders";

/**
 * Creates a file that only its owner may read, in a folder that is created if it is missing. A file that exists stays
 * as it is.
 *
 * Written completely under another name and then linked: a half-written one is never read, a crash or a full disk
 * leaves none, and of two nodes that start at once the second finds the file of the first.
 */
export async function createPrivateFile(path: string, text: string): Promise<void> {
  await withDraft(path, text, async (draft) => {
    await link(draft, path)
      // Some network file systems have no links; a copy may be half written if the process dies meanwhile.
      .catch((error: NodeJS.ErrnoException) =>
        isThere(error) ? undefined : copyFile(draft, path, constants.COPYFILE_EXCL),
      )
      .catch((error: NodeJS.ErrnoException) => {
        if (!isThere(error)) throw error;
      });
    await unlink(draft);
  });
}

/** The same, but the file replaces one that exists. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await withDraft(path, text, (draft) => rename(draft, path));
}

const isThere = ({ code }: NodeJS.ErrnoException): boolean => code === "EEXIST";

async function withDraft(path: string, text: string, place: (draft: string) => Promise<void>): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}
