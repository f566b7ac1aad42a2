import { Combobox } from "@mantine/core";

import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import { type Source, sourceKinds } from "./use-sources.ts";

const headings = {
  groups: t`Groups`,
  segments: t`Segments`,
  people: t`Subscribers`,
  customers: t`Customers`,
  users: t`Users`,
  roles: t`Roles`,
  everybody: t`Everyone`,
} as const;

export type AudienceOptionsProps = {
  readonly id: string;
  readonly offered: readonly Source[];
  /** A number that was typed and can be sent to. */
  readonly number: string | undefined;
};

/** What can be chosen, by source. */
export function AudienceOptions({ id, offered, number }: AudienceOptionsProps) {
  return (
    <Combobox.Options id={id} aria-label={t`People to write to`} className={classes.sources}>
      {number && <Combobox.Option value="number">{rich`Send to ${<span dir="ltr">{number}</span>}`}</Combobox.Option>}
      {sourceKinds.map((kind) => {
        const own = offered.filter((source) => source.kind === kind);
        if (own.length === 0) return null;
        return (
          <Combobox.Group key={kind} label={headings[kind]}>
            {own.map(({ key, name, note, obstacle }) => (
              <Combobox.Option
                key={key}
                value={key}
                className={classes.option}
                disabled={obstacle !== undefined}
                aria-disabled={obstacle !== undefined}
              >
                <bdi>{name}</bdi>
                <span dir="auto">{obstacle ?? note}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        );
      })}
    </Combobox.Options>
  );
}
