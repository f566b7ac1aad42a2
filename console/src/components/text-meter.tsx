import { smsSize } from "../lib/sms-size.ts";
import { plural, t } from "../lib/translate.ts";
import classes from "./sms-text-field.module.css";

export type TextMeterProps = {
  readonly text: string;
  /** Parts as the API counts them with footer and variables; undefined: not asked. */
  readonly segments?: number | undefined;
};

/** How many parts a text takes, and how far the last one is filled. */
export function TextMeter({ text, segments }: TextMeterProps) {
  const { parts, units, perPart, encoding } = smsSize(text);
  return (
    <p className={classes.size} data-dear={encoding === "ucs2" || undefined}>
      <strong>{plural(parts.length, "# part", "# parts")}</strong>
      <span>
        {parts.length === 1
          ? t`${units} of ${plural(perPart, "# character", "# characters")}`
          : t`${plural(units, "# character", "# characters")}, ${perPart} a part`}
      </span>
      {encoding === "ucs2" && <span>{t`Unicode`}</span>}
      {text && segments !== undefined && segments > parts.length && (
        <span>{plural(segments, "Up to # part as it is sent", "Up to # parts as it is sent")}</span>
      )}
    </p>
  );
}
