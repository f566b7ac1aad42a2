import { Button } from "@mantine/core";

import { t } from "../lib/translate.ts";
import classes from "./phone-preview.module.css";

/** Somebody who reads the text on the phone. */
export type Reader = {
  readonly label: string;
  /** What is filled in for them, by variable. */
  readonly values: Readonly<Record<string, string>>;
  /** Their text where it is known; otherwise the values make it. */
  readonly text?: string | undefined;
};

/** People of the audience, and the one with the longest text. */
export type Readers = { readonly people: readonly Reader[]; readonly longest: Reader | null };

/** Which of the people is shown: their position, or the one with the longest text. */
export type ShownReader = number | "longest";

export type ShownForProps = {
  readonly readers: Readers;
  readonly shown: ShownReader;
  readonly onChange: (shown: ShownReader) => void;
};

export function readerOf({ people, longest }: Readers, shown: ShownReader): Reader | undefined {
  return shown === "longest" && longest ? longest : people[Number(shown === "longest" ? 0 : shown) % people.length];
}

/** Whose text is on the phone, and whose else can be shown. */
export function ShownFor({ readers, shown, onChange }: ShownForProps) {
  const { people, longest } = readers;
  const isLongest = shown === "longest" && longest !== null;
  const next = shown === "longest" ? 0 : (shown + 1) % people.length;
  return (
    <div className={classes.shownFor} role="group" aria-label={t`Shown for`}>
      <span className={classes.reader} aria-live="polite">
        <bdi dir="auto">{readerOf(readers, shown)?.label}</bdi>
      </span>
      {(people.length > 1 || isLongest) && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(next)}>{t`Next person`}</Button>
      )}
      {longest && people.length > 1 && (
        <Button
          size="compact-sm"
          variant={isLongest ? "light" : "subtle"}
          aria-pressed={isLongest}
          onClick={() => onChange(isLongest ? 0 : "longest")}
        >{t`The longest text`}</Button>
      )}
    </div>
  );
}
