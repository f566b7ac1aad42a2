import { Button } from "@mantine/core";
import { TidingsError } from "tidings-client";

import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Draft } from "./draft.ts";
import type { Preview } from "./use-preview.ts";

type Invalid = Preview["invalid_numbers"][number];

/**
 * The position in the draft's `numbers` that an issue of the API is about. The numbers of people go before them: -1 is
 * the last of these.
 */
export function positionOf({ field }: Invalid, { people }: Draft): number {
  return Number(/\[(\d+)\]/.exec(field)?.[1] ?? -1) - people.length;
}

/** What the API says about numbers; it refuses a message in which all of them are bad. */
export function invalidNumbers(preview: Preview | undefined, error: unknown): readonly Invalid[] {
  if (!error) return preview?.invalid_numbers ?? [];
  if (!(error instanceof TidingsError)) return [];
  return error.details.filter(({ field, code }) => code === "invalid_phone" && field.startsWith("numbers["));
}

export type BadNumbersProps = {
  readonly invalid: readonly Invalid[];
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
};

/** What was typed and is not a phone number, each with its cause and what was probably meant. */
export function BadNumbers({ invalid, draft, onChange }: BadNumbersProps) {
  if (invalid.length === 0) return null;
  const positions = new Set(invalid.map((issue) => positionOf(issue, draft)));
  const replace = (position: number, number: string) =>
    onChange({
      numbers: draft.numbers.map((one, index) => (index === position ? number : one)),
      people: draft.people.map((one, index) => (index - draft.people.length === position ? { ...one, number } : one)),
    });
  return (
    <div className={classes.bad} role="status">
      <p>
        <strong>
          {plural(
            invalid.length,
            "# entry is not a phone number and will be left out.",
            "# entries are not a phone number and will be left out.",
          )}
        </strong>
      </p>
      <ul>
        {invalid.slice(0, 5).map((issue) => {
          const position = positionOf(issue, draft);
          const person = position < 0 ? draft.people.at(position) : undefined;
          const meant = issue.did_you_mean;
          return (
            <li key={issue.field}>
              {person && person.name !== person.number && <bdi>{person.name}</bdi>}
              <span dir="auto">{draft.numbers[position] ?? (typeof issue.value === "string" ? issue.value : "")}</span>
              <span>{serviceText(issue.message)}</span>
              {meant && (
                <Button size="compact-xs" variant="default" onClick={() => replace(position, meant)}>
                  {t`Use ${meant}`}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          onChange({
            numbers: draft.numbers.filter((_number, index) => !positions.has(index)),
            people: draft.people.filter((_person, index) => !positions.has(index - draft.people.length)),
          })
        }
      >
        {plural(invalid.length, "Remove it", "Remove all #")}
      </Button>
    </div>
  );
}
