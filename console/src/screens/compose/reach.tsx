import { Skeleton } from "../../components/skeleton.tsx";
import { rich } from "../../lib/rich.ts";
import { plural } from "../../lib/translate.ts";
import { BySource } from "./by-source.tsx";
import classes from "./compose.module.css";
import type { LeftOutReason } from "./left-out.tsx";
import type { Preview } from "./use-preview.ts";

const left = {
  duplicates: (value: number) => plural(value, "# more than once, counted once", "# more than once, counted once"),
  suppressed: (value: number) =>
    plural(value, "# opted out, blocked or unreachable", "# opted out, blocked or unreachable"),
  unconfirmed: (value: number) => plural(value, "# not confirmed yet", "# not confirmed yet"),
  invalid: (value: number) => plural(value, "# not a phone number", "# not a phone number"),
  skipped: (value: number) => plural(value, "# over the frequency cap", "# over the frequency cap"),
  held: (value: number) =>
    plural(value, "# over the frequency cap, so it leaves later", "# over the frequency cap, so it leaves later"),
  consentless: (value: number) => plural(value, "# without a consent on record", "# without a consent on record"),
};
const reasons = ["duplicates", "suppressed", "unconfirmed", "invalid", "skipped", "held", "consentless"] as const;

/** The numbers whose people the API lists. */
const listed: Partial<Record<(typeof reasons)[number], LeftOutReason>> = {
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
  readonly onList: (reason: LeftOutReason) => void;
};

/** How many people it reaches, who is left out or waits, and who may not have agreed. */
export function Reach({ preview, current, onList }: ReachProps) {
  if (!preview) return <Skeleton width={180} height={24} />;
  const { people, frequency_cap: cap } = preview;
  const final = <strong>{plural(people.final, "# person", "# people")}</strong>;
  const numbers = {
    ...people,
    skipped: cap ? 0 : people.over_cap,
    held: cap ? cap.held : 0,
    consentless: people.without_consent ?? 0,
  };
  return (
    <>
      <div className={classes.reach} data-stale={!current || undefined} aria-live="polite">
        <span className={classes.final}>{people.exact ? final : rich`About ${final}`}</span>
        {reasons
          .filter((reason) => numbers[reason] > 0)
          .map((reason) => {
            const words = left[reason](numbers[reason]);
            const list = listed[reason];
            return list ? (
              <button key={reason} type="button" className={classes.leftList} onClick={() => onList(list)}>
                {words}
              </button>
            ) : (
              <span key={reason} className={classes.left}>
                {words}
              </span>
            );
          })}
      </div>
      <BySource preview={preview} />
    </>
  );
}
