import { chmodSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

import { superuser } from "./cluster.ts";

/**
 * Restricts connections: of all users that can reach the socket, only our own user and root may connect, as verified by
 * the kernel. Under root, the server runs as a user that other programs may run as, too.
 *
 * The files are stored beside the database, not in it: because they are written at each start, they also apply to a
 * database that was made without them, and the server's user cannot change them if we are root.
 *
 * @param home `pg/<major>`
 * @returns the server's settings that name the two files
 */
export function writeAccess(home: string): string[] {
  const own = nameOfOurs();
  const names = own === null ? [] : [...new Set([own, "root"])];
  const files = {
    hba_file: own === null ? "local all all trust\n" : "local all all peer map=tidings\n",
    ident_file: names
      .flatMap((name) => [superuser, "tidings"].map((role) => `tidings ${quoted(name)} ${role}\n`))
      .join(""),
  };
  return Object.entries(files).map(([setting, text]) => {
    const path = join(home, `${setting.replace("_file", "")}.conf`);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    return `${setting}=${path}`;
  });
}

/** null: a user id without an entry in passwd, which `peer` cannot name. Then the folder's mode must suffice. */
function nameOfOurs(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
