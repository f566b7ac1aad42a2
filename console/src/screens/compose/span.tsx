import { Time } from "../../components/time.tsx";
import { plural, t } from "../../lib/translate.ts";
import { useNow } from "../../lib/use-now.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";
import { waitsUntil } from "./waits.ts";

type Props = {
  readonly preview: Preview;
  /** In which its time was typed; undefined: it leaves at once. */
  readonly zone: string | undefined;
};

/** When the first and the last text leave, with those whom quiet hours and the cap keep waiting. */
export function Span({ preview, zone }: Props) {
  const { first_at: first, last_at: last, quiet_hours: quiet, frequency_cap: cap } = preview;
  const now = useNow().getTime();
  const waits = zone !== undefined || waitsUntil(preview, now) !== null;
  const clock = zone === undefined ? {} : { zone };
  return (
    <>
      <div>
        <dt>{t`First text`}</dt>
        <dd>{waits ? <Time at={first} show="exact" {...clock} /> : t`At once`}</dd>
      </div>
      {(preview.people.final !== 1 || last || quiet || cap) && (
        <div>
          <dt>{t`Last text`}</dt>
          <dd>
            {last ? <Time at={last} show="exact" {...clock} /> : t`As soon as the gateway has taken all of them`}
            {quiet && (
              <p className={classes.quiet}>
                {quiet.exact
                  ? plural(quiet.held, "Quiet hours keep # person waiting.", "Quiet hours keep # people waiting.")
                  : plural(
                      quiet.held,
                      "Estimated: quiet hours keep # person waiting.",
                      "Estimated: quiet hours keep # people waiting.",
                    )}
              </p>
            )}
            {cap && (
              <p className={classes.quiet}>
                {plural(
                  cap.held,
                  "The frequency cap keeps # person waiting.",
                  "The frequency cap keeps # people waiting.",
                )}
              </p>
            )}
          </dd>
        </div>
      )}
    </>
  );
}
