import { Pill } from "@mantine/core";

import { readablePhone } from "../../lib/phone.ts";
import { plural, t } from "../../lib/translate.ts";
import { type Audience, chosenIn } from "./audience.ts";
import classes from "./compose.module.css";

/** So many numbers are shown; the rest is one pill. */
const shownNumbers = 24;

const removeButton = (label: string) => ({ "aria-label": label, "aria-hidden": false, tabIndex: 0 });

export type AudiencePillsProps = {
  readonly audience: Audience;
  readonly onRemove: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers. */
  readonly bad: ReadonlySet<number>;
};

/** Everything that was chosen, each with a button that removes it. */
export function AudiencePills({ audience, onRemove, bad }: AudiencePillsProps) {
  const { numbers } = audience;
  return (
    <>
      {chosenIn(audience).map(({ key, name, number, without }) => (
        <Pill
          key={key}
          className={classes.pill}
          withRemoveButton
          removeButtonProps={removeButton(t`Remove ${name}`)}
          onRemove={() => onRemove(without)}
        >
          <bdi>{readablePhone(name)}</bdi>
          {number && (
            <span dir="ltr" className={classes.ofPerson}>
              {readablePhone(number)}
            </span>
          )}
        </Pill>
      ))}
      {numbers.slice(0, shownNumbers).map((number, index) => (
        <Pill
          key={number}
          className={classes.pill}
          data-bad={bad.has(index) || undefined}
          withRemoveButton
          removeButtonProps={removeButton(t`Remove ${number}`)}
          onRemove={() => onRemove({ numbers: numbers.filter((one) => one !== number) })}
        >
          <span dir="ltr">{readablePhone(number)}</span>
        </Pill>
      ))}
      {numbers.length > shownNumbers && (
        <Pill
          className={classes.pill}
          withRemoveButton
          removeButtonProps={removeButton(t`Remove these numbers`)}
          onRemove={() => onRemove({ numbers: numbers.slice(0, shownNumbers) })}
        >
          {plural(numbers.length - shownNumbers, "and # more number", "and # more numbers")}
        </Pill>
      )}
    </>
  );
}
