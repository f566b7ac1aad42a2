import { Skeleton } from "../../components/skeleton.tsx";
import { rich } from "../../lib/rich.ts";
import { plural } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

const left = {
  duplicates: (value: number) => plural(value, "# more than once, counted once", "# more than once, counted once"),
  suppressed: (value: number) => plural(value, "# opted out or blocked", "# opted out or blocked"),
  unconfirmed: (value: number) => plural(value, "# not confirmed yet", "# not confirmed yet"),
  invalid: (value: number) => plural(value, "# not a phone number", "# not a phone number"),
};
const reasons = ["duplicates", "suppressed", "unconfirmed", "invalid"] as const;

/** How many people it reaches, and who is left out. */
export function Reach({
  people,
  current,
}: {
  readonly people: Preview["people"] | undefined;
  readonly current: boolean;
}) {
  if (!people) return <Skeleton width={180} height={24} />;
  const final = <strong>{plural(people.final, "# person", "# people")}</strong>;
  return (
    <div className={classes.reach} data-stale={!current || undefined} aria-live="polite">
      <span className={classes.final}>{people.exact ? final : rich`About ${final}`}</span>
      {reasons
        .filter((reason) => people[reason] > 0)
        .map((reason) => (
          <span key={reason} className={classes.left}>
            {left[reason](people[reason])}
          </span>
        ))}
    </div>
  );
}
