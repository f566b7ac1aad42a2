import { Skeleton } from "../../components/skeleton.tsx";
import { rich } from "../../lib/rich.ts";
import { plural } from "../../lib/translate.ts";
import { BySource } from "./by-source.tsx";
import classes from "./compose.module.css";
import type { ListedCount } from "./listed-count.ts";
import type { Preview } from "./use-preview.ts";

const words = {
  matched: (value: number) => plural(value, "# chosen", "# chosen"),
  duplicates: (value: number) => plural(value, "# more than once, counted once", "# more than once, counted once"),
  suppressed: (value: number) =>
    plural(value, "# opted out, blocked or unreachable", "# opted out, blocked or unreachable"),
  unconfirmed: (value: number) => plural(value, "# not confirmed yet", "# not confirmed yet"),
  invalid: (value: number) => plural(value, "# without a valid phone number", "# without a valid phone number"),
  skipped: (value: number) => plural(value, "# over the frequency cap", "# over the frequency cap"),
  held: (value: number) =>
    plural(value, "# over the frequency cap, so it leaves later", "# over the frequency cap, so it leaves later"),
  consentless: (value: number) => plural(value, "# without a consent on record", "# without a consent on record"),
};
const shown = [
  "matched",
  "duplicates",
  "suppressed",
  "unconfirmed",
  "invalid",
  "skipped",
  "held",
  "consentless",
] as const;

/** The numbers whose people the API lists. */
const listed: Partial<Record<(typeof shown)[number], ListedCount>> = {
  matched: "matched",
  duplicates: "duplicates",
  suppressed: "suppressed",
  unconfirmed: "unconfirmed",
  skipped: "over_cap",
  held: "over_cap",
  consentless: "without_consent",
};

export type ReachProps = {
  readonly preview: Preview | undefined;
  readonly current: boolean;
  /** Opens the list of the people behind a number. */
  readonly onList: (reason: ListedCount) => void;
};

/** How many people it reaches, of how many, who is left out or waits, and who may not have agreed. */
export function Reach({ preview, current, onList }: ReachProps) {
  if (!preview) return <Skeleton width={180} height={24} />;
  const { people, frequency_cap: cap } = preview;
  const numbers = {
    ...people,
    // Where nobody is left out, it is the same number again.
    matched: people.matched === people.final ? 0 : people.matched,
    skipped: cap ? 0 : people.over_cap,
    held: cap ? cap.held : 0,
    consentless: people.without_consent ?? 0,
  };
  return (
    <>
      <div className={classes.reach} data-stale={!current || undefined} aria-live="polite">
        <Final people={people} onList={onList} />
        {shown
          .filter((name) => numbers[name] > 0)
          .map((name) => {
            const text = words[name](numbers[name]);
            const list = listed[name];
            return list ? (
              <button key={name} type="button" className={classes.listLink} onClick={() => onList(list)}>
                {text}
              </button>
            ) : (
              <span key={name} className={classes.left}>
                {text}
              </span>
            );
          })}
      </div>
      <BySource preview={preview} />
    </>
  );
}

function Final({ people, onList }: Pick<Preview, "people"> & Pick<ReachProps, "onList">) {
  const number = <strong>{plural(people.final, "# person", "# people")}</strong>;
  const text = people.exact ? number : rich`About ${number}`;
  if (people.final === 0) return <span className={classes.final}>{text}</span>;
  return (
    <button type="button" className={`${classes.listLink} ${classes.final}`} onClick={() => onList("final")}>
      {text}
    </button>
  );
}
