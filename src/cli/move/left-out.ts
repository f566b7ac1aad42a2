import { cleanCell } from "../arguments.ts";

/** A row that was left out. `reference`: its id in the table there. */
export type Unread = { readonly reference: string; readonly reason: string };

/** References that are shown for one reason. */
const SHOWN = 20;

/** A line for each reason, with the rows that were left out because of it: `log, left out because of date: 1 (3)`. */
export function leftOut(heading: string, unread: readonly Unread[]): readonly string[] {
  return [...Map.groupBy(unread, ({ reason }) => reason)].map(([reason, rows]) => {
    const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : "";
    const listed = rows.slice(0, SHOWN).map(({ reference }) => cleanCell(reference));
    return `${heading}${reason}: ${rows.length} (${listed.join(", ")}${more})`;
  });
}
