import { UnreadableDump } from "#lib/sql-dump";

import { cleanCell } from "../arguments.ts";

/**
 * Of the prefixes in a dump, those of the one installation that is moved: `wp_`, with `wp_2_` and the others of a
 * network. A restored copy or an older site may have left tables beside it, with people who have left since.
 *
 * @param named by the caller
 * @throws UnreadableDump there are several installations and none is named, or not the one that is
 */
export function prefixesToMove(found: readonly string[], named: string | undefined): readonly string[] {
  const installations = Map.groupBy(found, (prefix) => prefix.replace(/(?<=_)\d+_$/, ""));
  const names = [...installations.keys()].toSorted().map((name) => cleanCell(name === "" ? "(none)" : name));
  if (named === undefined) {
    if (names.length <= 1) return found;
    throw new UnreadableDump(
      `The dump has tables of several installations: ${names.join(", ")}. Choose one with --prefix.`,
    );
  }
  const chosen = installations.get(named) ?? found.filter((prefix) => prefix === named);
  if (chosen.length > 0) return chosen;
  throw new UnreadableDump(
    `The dump has no rows of WP SMS in tables with the prefix ${cleanCell(named)}${names.length > 0 ? `, but with ${names.join(", ")}` : ""}.`,
  );
}
