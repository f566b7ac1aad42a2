import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { tidings } from "../../../api/client.ts";
import { useCommands } from "../../../commands/registry.ts";
import { confirm } from "../../../components/confirm.ts";
import { Form } from "../../../components/form.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Panel } from "../../../components/panel.tsx";
import { SaveBar } from "../../../components/save-bar.tsx";
import { toast } from "../../../components/toast.ts";
import { t } from "../../../lib/translate.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import classes from "../gateways.module.css";
import { RuleDrawer } from "./rule-drawer.tsx";
import { RuleList } from "./rule-list.tsx";
import { readRules, type Rule, type Rules, writeRules } from "./rules.ts";
import type { RoutingData } from "./use-routing.ts";
import { WhichGateway } from "./which-gateway.tsx";

type Values = { readonly rules: Rules | null; readonly routing: string };

const expressionOf = ({ rules, routing }: Values): string => (rules ? writeRules(rules) : routing.trim());

export type RoutingEditorProps = { readonly routing: RoutingData; readonly names: readonly string[] };

/** The rules as a table, or as text where they are nested deeper than a table shows. */
export function RoutingEditor({ routing, names }: RoutingEditorProps) {
  const queries = useQueryClient();
  const [version, setVersion] = useState(routing.version);
  const [edited, setEdited] = useState<number | null>(null);
  const form = useApiForm<Values, RoutingData>({
    initial: valuesOf(routing, names),
    submit: (values) => tidings.setRouting({ routing: expressionOf(values), version }),
    onDone: (saved) => {
      show(saved);
      void queries.invalidateQueries({ queryKey: ["gateways"] });
      void toast({ message: t`The rules are saved. Texts that wait follow them now.` });
    },
  });
  const { rules } = form.values;
  const add = () => setEdited(-1);
  useCommands(rules ? [{ id: "add-rule", label: t`Add a rule`, keys: "a", icon: "plus", run: add }] : []);
  const show = (next: RoutingData) => {
    setVersion(next.version);
    form.replace(valuesOf(next, names));
  };
  const clear = useMutation({
    mutationFn: () => tidings.setRouting({ routing: null, version }),
    onMutate: () => form.fail(null),
    onError: form.fail,
    onSuccess: async (saved) => {
      show(saved);
      void toast({ message: t`The rules are deleted. The order of the gateways decides.` });
      await queries.invalidateQueries({ queryKey: ["gateways"] });
    },
  });
  const askClear = async () => {
    const sure = await confirm({
      title: t`Do without rules?`,
      body: t`Then the gateways are used in the order of their list: the first that works takes everything. The rules are deleted; this cannot be taken back.`,
      action: t`Delete the rules`,
      danger: true,
    });
    if (sure) clear.mutate();
  };
  const newer = routing.version > version;
  const follow = useEffectEvent(() => {
    if (newer && !form.dirty && !form.pending) show(routing);
  });
  useEffect(() => follow(), [routing.version]);
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
            <Button variant="default" size="xs" onClick={() => show(routing)}>{t`Show the new rules`}</Button>
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
                  loading={clear.isPending}
                  onClick={() => void askClear()}
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

function valuesOf({ effective }: RoutingData, names: readonly string[]): Values {
  const [first] = names;
  const none =
    first === undefined
      ? null
      : { rules: [], otherwise: { how: "failover" as const, members: [{ gateway: first, weight: "" }] } };
  return { rules: effective === "" ? none : readRules(effective), routing: effective };
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
