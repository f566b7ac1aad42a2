import type { Bind } from "../../bind.ts";
import { containing } from "../like-pattern.ts";

/**
 * A text in which an index of trigrams finds one: three word characters, or fewer at the beginning or end of a word.
 */
const HAS_TRIGRAM = "[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]]|[^[:alnum:]][[:alnum:]]";

/**
 * Whether a column of subscriber `s` contains `part`. The index `subscribers_parts` is one of `column || ''`. Without a
 * trigram in `part` it returns every row, in twice the time of a scan; then the column is written as it is. What a word
 * character is depends on the database's locale (in the locale C, ASCII letters and digits), so PostgreSQL decides,
 * when it plans for these values.
 */
export function hasPart(column: "s.name" | "s.phone", operator: "like" | "ilike", part: string, bind: Bind): string {
  const indexed = `case when ${bind(part, "text")} ~ '${HAS_TRIGRAM}' then ${column} || '' else ${column} end`;
  return `(${indexed}) ${operator} ${bind(containing(part), "text")}`;
}
