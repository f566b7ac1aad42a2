import { plural } from "../lib/format.ts";
import { smsSize } from "../lib/sms-size.ts";
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
      <strong>{plural(parts.length, "part", "parts")}</strong>
      <span>{parts.length === 1 ? `${units} of ${perPart} characters` : `${units} characters, ${perPart} a part`}</span>
      {encoding === "ucs2" && <span>Unicode</span>}
      {text && segments !== undefined && segments > parts.length && (
        <span>Up to {plural(segments, "part", "parts")} as it is sent</span>
      )}
    </p>
  );
}
