import type { Operations } from "tidings-client";

import { smsSize } from "../../lib/sms-size.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./sms-text-field.module.css";

type Measured = Operations["previewMessage"]["data"]["text"];

export type TextMeterProps = {
  readonly text: string;
  /** What the API says of the text, with footer and variables; undefined: it was not asked. */
  readonly measured?: Measured | undefined;
  /** It is sent as it is: nothing in it is a variable. */
  readonly literal?: boolean;
};

/** How many parts a text takes, and how far the last one is filled. */
export function TextMeter({ text, measured, literal = false }: TextMeterProps) {
  if (measured?.personal) return <PersonalMeter measured={measured} />;
  if (!measured && !literal && text.includes("{{")) return <UnmeasuredMeter />;
  const { parts, units, perPart, encoding } = smsSize(text);
  const segments = measured?.segments ?? 0;
  return (
    <p className={classes.size} data-dear={encoding === "ucs2" || undefined}>
      <strong>{plural(parts.length, "# part", "# parts")}</strong>
      <span>
        {parts.length === 1
          ? t`${units} of ${plural(perPart, "# character", "# characters")}`
          : t`${plural(units, "# character", "# characters")}, ${perPart} a part`}
      </span>
      {encoding === "ucs2" && <span>{t`Unicode`}</span>}
      {text && segments > parts.length && (
        <span>{plural(segments, "Up to # part as it is sent", "Up to # parts as it is sent")}</span>
      )}
    </p>
  );
}

/** Shown if nobody is named yet whose values would count. */
function UnmeasuredMeter() {
  return (
    <p className={classes.size}>
      <span>{t`How many parts it takes depends on everyone's own values.`}</span>
    </p>
  );
}

/** The variables themselves are not sent: their values count. */
function PersonalMeter({ measured }: { readonly measured: Measured }) {
  const { segments, segments_least: least, encoding } = measured;
  const parts = plural(segments, "# part", "# parts");
  return (
    <p className={classes.size} data-dear={encoding === "ucs2" || undefined}>
      <strong>{least < segments ? t`${least} to ${parts}` : parts}</strong>
      <span>{t`with everyone's own values`}</span>
      {encoding === "ucs2" && <span>{t`Unicode`}</span>}
    </p>
  );
}
