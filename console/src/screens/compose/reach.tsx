import { Count } from "../../components/count.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

const left = [
  ["duplicates", "more than once, counted once"],
  ["suppressed", "opted out or blocked"],
  ["unconfirmed", "not confirmed yet"],
  ["invalid", "not a phone number"],
] as const;

/** How many people it reaches, and who is left out. */
export function Reach({
  people,
  current,
}: {
  readonly people: Preview["people"] | undefined;
  readonly current: boolean;
}) {
  if (!people) return <Skeleton width={180} height={24} />;
  const shown = left.filter(([name]) => people[name] > 0);
  return (
    <div className={classes.reach} data-stale={!current || undefined} aria-live="polite">
      <span className={classes.final}>
        {!people.exact && t`About `}
        <strong>{plural(people.final, "# person", "# people")}</strong>
      </span>
      {shown.map(([name, label]) => (
        <span key={name} className={classes.left}>
          <Count value={people[name]} /> {label}
        </span>
      ))}
    </div>
  );
}
