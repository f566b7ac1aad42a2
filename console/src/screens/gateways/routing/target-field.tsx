import { ActionIcon, Button, NativeSelect, Radio, TextInput } from "@mantine/core";

import { Icon } from "../../../components/icon.tsx";
import { t, term } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import type { Target } from "./rules.ts";

export type TargetFieldProps = {
  readonly target: Target;
  readonly names: readonly string[];
  readonly onChange: (target: Target) => void;
};

/** The gateways of a rule, in their order, and how they share the work. */
export function TargetField({ target, names, onChange }: TargetFieldProps) {
  const { how, members } = target;
  const free = names.filter((name) => !members.some(({ gateway }) => gateway === name));
  const replace = (index: number, change: Partial<Target["members"][number]>) =>
    onChange({ how, members: members.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  const [first] = free;
  return (
    <div className={classes.paragraphs} role="group" aria-label={t`Gateways of this rule`}>
      {members.map(({ gateway, weight }, index) => (
        <div key={index} className={classes.row}>
          <NativeSelect
            flex="1 1 200px"
            label={index === 0 ? t`Send through` : how === "failover" ? t`If it fails, through` : t`And through`}
            value={gateway}
            // One that is gone stays in the rule until it is replaced.
            data={names
              .filter((name) => name === gateway || free.includes(name))
              .concat(names.includes(gateway) ? [] : gateway)}
            onChange={(event) => replace(index, { gateway: event.currentTarget.value })}
          />
          {how === "roundrobin" && members.length > 1 && (
            <TextInput
              w={96}
              label={t`Weight`}
              inputMode="numeric"
              placeholder={term("any", "weight")}
              value={weight}
              onChange={(event) =>
                replace(index, { weight: event.currentTarget.value.replaceAll(/\D/g, "").slice(0, 3) })
              }
            />
          )}
          {members.length > 1 && (
            <ActionIcon
              size={36}
              variant="subtle"
              aria-label={t`Take ${gateway} out of this rule`}
              onClick={() => onChange({ how, members: members.filter((_, at) => at !== index) })}
            >
              <Icon name="trash" size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {first !== undefined && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange({ how, members: [...members, { gateway: first, weight: "" }] })}
          >{t`Add another gateway`}</Button>
        </div>
      )}
      {members.length > 1 && (
        <Radio.Group
          label={t`How they share the work`}
          value={how}
          onChange={(value) => onChange({ how: value as Target["how"], members })}
        >
          <div className={classes.choices}>
            <Radio
              value="failover"
              label={t`The first that works`}
              description={t`The next one takes over when it fails.`}
            />
            <Radio
              value="roundrobin"
              label={t`All of them`}
              description={t`By their weights, 1 to 100. Without weights each takes as much as it can.`}
            />
          </div>
        </Radio.Group>
      )}
    </div>
  );
}
