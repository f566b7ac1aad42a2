import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { MenuButton } from "../../components/menu-button.tsx";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { typeNames } from "../fields/columns.tsx";
import { useFields } from "../../api/use-fields.ts";
import type { FormField } from "./form-values.ts";
import classes from "./forms.module.css";
import type { PartProps } from "./text-part.tsx";

const names = [
  { value: "hidden", label: t`Not asked for` },
  { value: "optional", label: t`If they like` },
  { value: "required", label: t`Needed` },
];

/** What else people are asked for. */
export function FieldsPart({ form }: PartProps) {
  const defined = useFields();
  const own = form.values.fields;
  const { error } = form.choice("fields");
  const set = (fields: readonly FormField[]) => form.set("fields", fields);
  const change = (at: number, changes: Partial<FormField>) =>
    set(own.map((field, nth) => (nth === at ? { ...field, ...changes } : field)));
  const move = (at: number, to: number) => {
    const moved = own.filter((_field, nth) => nth !== at);
    set([...moved.slice(0, to), own[at]!, ...moved.slice(to)]);
  };
  const others = (defined.data ?? []).filter(
    ({ key, archived }) => !archived && !own.some((field) => field.key === key),
  );
  return (
    <Panel title={t`Questions`} lead={t`Besides the mobile number.`}>
      <div className={classes.fields}>
        <div>
          <div className={classes.label} id="form-name">{t`Name`}</div>
          <SegmentedControl
            aria-labelledby="form-name"
            data={names}
            value={form.values.name_field}
            onChange={(value) => form.set("name_field", value as typeof form.values.name_field)}
          />
        </div>
        {own.length > 0 && (
          <ul className={classes.questions}>
            {own.map((field, nth) => (
              <li key={field.key}>
                <TextInput
                  label={t`Question for ${field.key}`}
                  description={typeNames[field.type] ?? field.type}
                  value={field.label}
                  autoComplete="off"
                  onChange={(event) => change(nth, { label: event.currentTarget.value })}
                />
                <Checkbox
                  label={t`Needed`}
                  checked={field.required}
                  onChange={(event) => change(nth, { required: event.currentTarget.checked })}
                />
                <span className={classes.tools}>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t`Ask ${field.label} earlier`}
                    disabled={nth === 0}
                    onClick={() => move(nth, nth - 1)}
                  >
                    <Icon name="chevron-down" size={14} className={classes.up} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t`Ask ${field.label} later`}
                    disabled={nth === own.length - 1}
                    onClick={() => move(nth, nth + 1)}
                  >
                    <Icon name="chevron-down" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t`Do not ask ${field.label}`}
                    onClick={() => set(own.filter((_field, other) => other !== nth))}
                  >
                    <Icon name="close" size={14} />
                  </ActionIcon>
                </span>
              </li>
            ))}
          </ul>
        )}
        {error && (
          <p role="alert" className={classes.issue}>
            {error}
          </p>
        )}
        <div className={classes.add}>
          <MenuButton
            position="bottom-start"
            button={(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                leftSection={<Icon name="plus" size={14} />}
                disabled={others.length === 0}
              >{t`Ask for a field`}</Button>
            )}
            entries={others.map(({ key, label, type, choices }) => ({
              id: key,
              label: <bdi>{label}</bdi>,
              onClick: () => set([...own, { key, label, type, required: false, choices: [...choices] }]),
            }))}
          />
          {defined.data && others.length === 0 && (
            <span className={classes.quiet}>
              {defined.data.length === 0 ? t`Create fields under Fields first.` : t`Every field is asked for.`}
            </span>
          )}
        </div>
      </div>
    </Panel>
  );
}
