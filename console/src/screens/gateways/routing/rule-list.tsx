import { ActionIcon } from "@mantine/core";
import { useRef } from "react";

import { announce } from "../../../components/announce.tsx";
import { Icon } from "../../../components/icon.tsx";
import { count } from "../../../lib/format.ts";
import { t } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import { type Rules, targetOf, whenOf } from "./rules.ts";

export type RuleListProps = {
  readonly value: Rules;
  readonly onChange: (rules: Rules) => void;
  /** `rules.length`: what takes everything else. */
  readonly onEdit: (index: number) => void;
};

/** The rules as sentences. The first that applies decides. */
export function RuleList({ value, onChange, onEdit }: RuleListProps) {
  const { rules, otherwise } = value;
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, step: 1 | -1) => {
    const next = [...rules];
    next.splice(from + step, 0, ...next.splice(from, 1));
    onChange({ ...value, rules: next });
    announce(t`Rule ${from + 1} is now rule ${from + step + 1}.`);
    // The focus goes with the rule.
    requestAnimationFrame(() => {
      const row = list.current?.children[from + step];
      const buttons = [...(row?.querySelectorAll<HTMLElement>("button:enabled") ?? [])];
      (buttons.find((button) => button.dataset["step"] === String(step)) ?? buttons[0])?.focus();
    });
  };
  return (
    <ol ref={list} className={classes.rules} aria-label={t`Rules`}>
      {rules.map((rule, index) => {
        const number = count(index + 1);
        const when = whenOf(rule);
        return (
          <li key={index}>
            <span className={classes.number}>{number}</span>
            <span>{when}</span>
            <strong>{targetOf(rule.target)}</strong>
            <span className={classes.moves}>
              <ActionIcon
                variant="subtle"
                data-step="-1"
                aria-label={t`Move up rule ${number}: ${when}`}
                disabled={index === 0}
                title={index === 0 ? t`It is the first already.` : undefined}
                onClick={() => move(index, -1)}
              >
                <Icon name="arrow-up" size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                data-step="1"
                aria-label={t`Move down rule ${number}: ${when}`}
                disabled={index === rules.length - 1}
                title={index === rules.length - 1 ? t`It is the last already.` : undefined}
                onClick={() => move(index, 1)}
              >
                <Icon name="arrow-down" size={14} />
              </ActionIcon>
              <ActionIcon variant="subtle" aria-label={t`Edit rule ${number}: ${when}`} onClick={() => onEdit(index)}>
                <Icon name="edit" size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label={t`Remove rule ${number}: ${when}`}
                onClick={() => onChange({ ...value, rules: rules.filter((_, at) => at !== index) })}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </span>
          </li>
        );
      })}
      <li>
        <span className={classes.number} />
        <span>{rules.length > 0 ? t`Everything else` : t`Everything`}</span>
        <strong>{targetOf(otherwise)}</strong>
        <span className={classes.moves}>
          <ActionIcon
            variant="subtle"
            aria-label={t`Edit what takes everything else`}
            onClick={() => onEdit(rules.length)}
          >
            <Icon name="edit" size={14} />
          </ActionIcon>
        </span>
      </li>
    </ol>
  );
}
