import { Checkbox } from "@mantine/core";

import { capabilityNames } from "../../lib/capability.ts";
import { list } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import { type Role, useGrantRefusal } from "./use-roles.ts";
import classes from "./users.module.css";

type RoleBoxesProps = {
  readonly roles: readonly Role[];
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly error?: string | undefined;
};

/** A box for each role, with what it allows. One that the person may not grant says why. */
export function RoleBoxes({ roles, value, onChange, error }: RoleBoxesProps) {
  const refusal = useGrantRefusal();
  return (
    <fieldset className={classes.boxes}>
      <legend>{t`Roles`}</legend>
      {roles.map(({ name, label, capabilities }) => {
        const refused = refusal(capabilities);
        const may = list(
          capabilities.map((capability) => capabilityNames[capability]),
          "unit",
        );
        return (
          <Checkbox
            key={name}
            label={<bdi>{label}</bdi>}
            description={refused ?? (may ? t`May ${may}.` : t`May do nothing yet.`)}
            checked={value.includes(name)}
            disabled={refused !== null}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...value, name] : value.filter((other) => other !== name))
            }
          />
        );
      })}
      {error && (
        <p role="alert" className={classes.issue}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
