import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Operations, TidingsError } from "tidings-client";

import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Builder } from "./builder.tsx";
import { type Draft, filterOf, hasGaps } from "./filter.ts";
import { Matching } from "./matching.tsx";
import classes from "./segments.module.css";
import { useNames } from "./use-names.ts";

type Filter = Operations["createSegment"]["input"]["filter"];

type Values = { readonly name: string; readonly filter: Filter };

type SegmentFormProps = {
  readonly initial: { readonly name: string; readonly draft: Draft };
  /** Absent while it is created. */
  readonly segment?: { readonly id: number; readonly reachable: number };
  readonly submit: (values: Values, changed: Partial<Values>) => PromiseLike<unknown>;
  readonly children?: ReactNode;
};

/** Name and conditions, with the people who match beside them. */
export function SegmentForm({ initial, segment, submit, children }: SegmentFormProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: initial.name, filter: initial.draft },
    submit: ({ name, filter: draft }, changed) => {
      const filter = (filterOf(draft) ?? { all: [] }) as Filter;
      return submit(
        { name, filter },
        { ...(changed.name !== undefined && { name }), ...(changed.filter !== undefined && { filter }) },
      );
    },
    onDone: (_result, { name }) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      if (segment) void toast({ message: t`Saved the segment ${name}.` });
    },
  });
  const draft = form.values.filter;
  const names = useNames(draft);
  const { error } = form.choice("filter");
  const gaps = hasGaps(draft);
  const rowIssues = form.failure instanceof TidingsError ? form.failure.params : {};
  return (
    <div className={classes.two}>
      <div className={classes.stack}>
        <Panel>
          <Form form={form} failure={t`The segment was not saved`}>
            <TextInput label={t`Name`} autoComplete="off" {...form.field("name")} />
            <Builder draft={draft} names={names} issues={rowIssues} onChange={(next) => form.set("filter", next)} />
            {error && Object.keys(rowIssues).every((name) => !name.startsWith("filter.")) && (
              <p
                role="alert"
                className={classes.issue}
              >{t`A segment needs at least one condition that is filled in.`}</p>
            )}
            {gaps && filterOf(draft) && (
              <p className={classes.quiet}>{t`A condition without a value does not count, and is not saved.`}</p>
            )}
            {!segment && (
              <FormActions>
                <SubmitButton form={form}>{t`Create this segment`}</SubmitButton>
                <Button component={Link} to="/segments" variant="default">{t`Cancel`}</Button>
              </FormActions>
            )}
          </Form>
        </Panel>
        {children}
      </div>
      <Matching
        draft={draft}
        segment={segment && !form.dirty ? segment.id : undefined}
        reachable={segment && !form.dirty ? segment.reachable : undefined}
      />
      {segment && <SaveBar form={form} action={t`Save this segment`} />}
    </div>
  );
}
