import { Button, Textarea } from "@mantine/core";
import { useState } from "react";

import { useCommands } from "../../../commands/registry.ts";
import { Form } from "../../../components/form.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Panel } from "../../../components/panel.tsx";
import { SaveBar } from "../../../components/save-bar.tsx";
import { t } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import { RuleDrawer } from "./rule-drawer.tsx";
import { RuleList } from "./rule-list.tsx";
import type { Rule, Rules } from "./rules.ts";
import { expressionOf, useRoutingForm } from "./use-routing-form.ts";
import type { RoutingData } from "./use-routing.ts";
import { WhichGateway } from "./which-gateway.tsx";

export type RoutingEditorProps = { readonly routing: RoutingData; readonly names: readonly string[] };

/** The rules as a table, or as text where they are nested deeper than a table shows. */
export function RoutingEditor({ routing, names }: RoutingEditorProps) {
  const { form, newer, showNewer, confirmClear, clearing } = useRoutingForm(routing, names);
  const [edited, setEdited] = useState<number | null>(null);
  const { rules } = form.values;
  const add = () => setEdited(-1);
  useCommands(rules ? [{ id: "add-rule", label: t`Add a rule`, keys: "a", icon: "plus", run: add }] : []);
  const accept = (rule: Rule) => {
    if (!rules || edited === null) return;
    const next =
      edited === rules.rules.length
        ? { ...rules, otherwise: rule.target }
        : { ...rules, rules: edited === -1 ? [...rules.rules, rule] : rules.rules.with(edited, rule) };
    form.set("rules", next);
    setEdited(null);
  };
  const { error } = form.field("routing");
  return (
    <div className={classes.stack}>
      <Form form={form} failure={t`The rules were not saved`}>
        {newer && form.dirty && (
          <div className={classes.notice} role="note">
            <p>
              {routing.updated_by === null
                ? t`Somebody changed the rules meanwhile.`
                : t`${routing.updated_by} changed the rules meanwhile.`}
            </p>
            <Button variant="default" size="xs" onClick={showNewer}>{t`Show the new rules`}</Button>
          </div>
        )}
        <Panel
          title={t`Rules`}
          actions={
            rules && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon name="plus" size={14} />}
                onClick={add}
              >{t`Add a rule`}</Button>
            )
          }
        >
          <div className={classes.stack}>
            {rules ? (
              <RuleList value={rules} onChange={(next) => form.set("rules", next)} onEdit={setEdited} />
            ) : (
              <Textarea
                label={t`The rules as text`}
                description={t`They are nested deeper than a table shows. The guide on gateways describes the syntax.`}
                autosize
                minRows={4}
                dir="ltr"
                spellCheck={false}
                {...form.field("routing")}
              />
            )}
            {rules && error && (
              <p role="alert" className={classes.wrong}>
                {error}
              </p>
            )}
            <p className={classes.quiet}>
              {routing.routing === null
                ? t`No rules are stored yet: what is shown follows from the order of the gateways.`
                : t`Stored rules. The order of the list of gateways does not matter while there are any.`}
            </p>
            {routing.routing !== null && (
              <div>
                <Button
                  variant="default"
                  size="xs"
                  loading={clearing}
                  onClick={() => void confirmClear()}
                >{t`Delete the rules`}</Button>
              </div>
            )}
          </div>
        </Panel>
      </Form>
      <Panel
        title={t`Which gateway takes a number?`}
        lead={form.dirty ? t`By the rules as they are on this page, before they are saved.` : t`Nothing is sent.`}
      >
        <WhichGateway {...(form.dirty && { routing: expressionOf(form.values) })} />
      </Panel>
      <SaveBar form={form} action={t`Save the rules`} />
      <RuleDrawer
        rule={rules && edited !== null ? editedRule(rules, edited, names) : undefined}
        names={names}
        onClose={() => setEdited(null)}
        onDone={accept}
      />
    </div>
  );
}

function editedRule(rules: Rules, index: number, names: readonly string[]) {
  const empty: Rule = {
    countries: [],
    prefixes: [],
    categories: [],
    target: { how: "failover", members: [{ gateway: names[0] ?? "", weight: "" }] },
  };
  if (index === -1) return { rule: empty, conditions: true, title: t`Add a rule` };
  const rule = rules.rules[index];
  if (rule) return { rule, conditions: true, title: t`Rule ${index + 1}` };
  return { rule: { ...empty, target: rules.otherwise }, conditions: false, title: t`Everything else` };
}
