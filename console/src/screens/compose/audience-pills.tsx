import { Pill } from "@mantine/core";

import { readablePhone } from "../../lib/phone.ts";
import { plural, t } from "../../lib/translate.ts";
import { type Audience, chosenIn, keyOf } from "./audience.ts";
import classes from "./compose.module.css";

/** So many numbers are shown; the rest is one pill. */
const shownNumbers = 24;

const removeButton = (label: string) => ({ "aria-label": label, "aria-hidden": false, tabIndex: 0 });

export type AudiencePillsProps = {
  readonly audience: Audience;
  readonly onRemove: (changes: Partial<Audience>) => void;
  /** Positions in `numbers` that are not phone numbers: -1 is the last of `people`. */
  readonly bad: ReadonlySet<number>;
};

/** Everything that was chosen, each with a button that removes it. */
export function AudiencePills({ audience, onRemove, bad }: AudiencePillsProps) {
  const { numbers, people } = audience;
  const chosen = chosenIn(audience);
  // Rows that were pasted may be a thousand people.
  const more = Math.min(Math.max(0, chosen.length - shownNumbers), people.length);
  const hidden = new Set(people.slice(people.length - more).map((person) => keyOf("people", person)));
  const first = chosen.filter(({ key }) => !hidden.has(key));
  const wrong = new Set(
    people.filter((_person, index) => bad.has(index - people.length)).map((person) => keyOf("people", person)),
  );
  return (
    <>
      {first.map(({ key, name, number }, index) => (
        <Pill
          key={key}
          className={classes.pill}
          data-bad={wrong.has(key) || undefined}
          withRemoveButton
          removeButtonProps={removeButton(t`Remove ${name}`)}
          onRemove={() => onRemove(first[index]!.without)}
        >
          <bdi>{readablePhone(name)}</bdi>
          {number && (
            <span className={classes.ofPerson}>
              <bdi dir="ltr">{readablePhone(number)}</bdi>
            </span>
          )}
        </Pill>
      ))}
      {more > 0 && (
        <Pill
          className={classes.pill}
          withRemoveButton
          removeButtonProps={removeButton(t`Remove these people`)}
          onRemove={() => onRemove({ people: people.slice(0, people.length - more) })}
        >
          {plural(more, "and # more person", "and # more people")}
        </Pill>
      )}
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
