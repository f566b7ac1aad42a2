import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { codeOf } from "#lib/error-text";

import { EmbeddedError, orUrl } from "./errors.ts";
import type { Owner } from "./types.ts";

/** Superuser that only this module uses; the service connects as `tidings`, which is not a superuser. */
export const superuser = "postgres";

/** A database folder: `<data>/pg/<major>/data`. */
export type Cluster = { readonly major: number; readonly folder: string; readonly owner: Owner };

/**
 * The database under a `pg` folder, null if there is none.
 *
 * @throws EmbeddedError several_clusters, broken_cluster, folder_not_ours
 */
export function findCluster(pg: string): Cluster | null {
  try {
    const majors = existsSync(pg) ? readdirSync(pg).filter((name) => /^\d+$/.test(name)) : [];
    const made = majors.filter((major) => (list(join(pg, major, "data"))?.length ?? 0) > 0);
    if (made.length > 1)
      throw new EmbeddedError(
        "several_clusters",
        `${pg} holds databases of PostgreSQL ${made.join(" and ")}. Move the one that is out of date to another place.`,
      );
    const major = made[0];
    if (major === undefined) return null;
    const folder = join(pg, major, "data");
    const file = join(folder, "PG_VERSION");
    const output = existsSync(file) ? readFileSync(file, "utf8").trim() : "nothing";
    if (output !== major)
      throw new EmbeddedError(
        "broken_cluster",
        `${folder} should contain a database of PostgreSQL ${major}, but its PG_VERSION says ${output}. Nothing was changed. ` +
          `Restore the folder from a backup, move it away to start empty, ${orUrl}.`,
      );
    const { uid, gid } = statSync(folder);
    return { major: Number(major), folder, owner: { uid, gid } };
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    throw new EmbeddedError(
      "folder_not_ours",
      `The database under ${pg} belongs to another user. Start Tidings as that user or as root, ` +
        `set TIDINGS_DATA to another folder, ${orUrl}.`,
      { cause: error },
    );
  }
}

const list = (folder: string): string[] | null => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
};
