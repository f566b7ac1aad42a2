import { Checkbox } from "@mantine/core";

import { t } from "../../lib/translate.ts";
import { eventTypes } from "./event-types.ts";
import classes from "./webhooks.module.css";

export type TypeFieldProps = {
  /** From `choice("types")` of the form. */
  readonly field: {
    readonly value: readonly string[];
    readonly error: string | undefined;
    readonly onChange: (value: string[]) => void;
  };
};

/** The events that an address gets, each with what it reports. */
export function TypeField({ field }: TypeFieldProps) {
  return (
    <Checkbox.Group
      label={t`Events`}
      description={t`A test event is sent whatever is chosen here.`}
      value={[...field.value]}
      error={field.error}
      onChange={field.onChange}
    >
      <div className={classes.types}>
        {eventTypes.map(({ type, meaning }) => (
          <Checkbox key={type} value={type} label={meaning} description={<code dir="ltr">{type}</code>} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
