import { homedir } from "node:os";
import { join } from "node:path";

/** Debian releases whose newer WordPress fetch.sh downloads: 6.8 and, while it is Debian's next one, 7.1 or newer. */
export const NEWER_RELEASES = ["trixie", "forky"] as const;

/**
 * The folder of a WordPress.
 *
 * @param which the name of a release, or a folder; default: TIDINGS_TEST_WORDPRESS, or else the installed one
 */
export function wordpressFolder(which: string | undefined = process.env["TIDINGS_TEST_WORDPRESS"]): string {
  if (!which) return "/usr/share/wordpress";
  if (which.includes("/")) return which;
  return join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "tidings", "wordpress", which);
}
