import { Stat, StatRow } from "../../components/stat.tsx";
import { creditWords } from "../../lib/credit-words.ts";
import { count, money } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import { partsOf, type Preview } from "./use-preview.ts";

/** How many people and parts, and what that costs. */
export function CheckFigures({ preview }: { readonly preview: Preview }) {
  const { people, text, cost, credit } = preview;
  return (
    <StatRow>
      <Stat label={t`People`} value={count(people.final)} note={people.exact ? undefined : t`estimated`} />
      <Stat
        label={t`Parts`}
        value={count(partsOf(preview))}
        note={
          text.segments_least === text.segments
            ? plural(text.segments, "# part each", "# parts each")
            : t`${text.segments_least} to ${plural(text.segments, "# part", "# parts")} each`
        }
      />
      {cost && (
        <Stat
          label={t`Cost`}
          value={money(Number(cost.total), cost.currency)}
          note={
            cost.unpriced > 0
              ? plural(cost.unpriced, "# person without a price", "# people without a price")
              : undefined
          }
          tone={credit?.enough === false ? "bad" : "plain"}
        />
      )}
      {credit && (
        <Stat
          label={t`Credit`}
          value={creditWords(credit)}
          note={credit.enough === false ? t`not enough for this message` : undefined}
          tone={credit.enough === false ? "bad" : "plain"}
        />
      )}
    </StatRow>
  );
}
