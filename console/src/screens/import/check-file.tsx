import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useFields } from "../../api/use-fields.ts";
import { countOf, isJobOver } from "../../api/use-job.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Panel } from "../../components/panel.tsx";
import { useUnsaved } from "../../components/unsaved.ts";
import { fileSize } from "../../lib/format.ts";
import { sameInput } from "../../lib/send-once.ts";
import { plural, t } from "../../lib/translate.ts";
import { CheckResult } from "./check-result.tsx";
import classes from "./import.module.css";
import { Mapping } from "./mapping.tsx";
import { createFields } from "./new-field.ts";
import { type ChosenFile, columnsOf, emptyPlan, inputOf, type Plan } from "./plan.ts";
import { PlanForm } from "./plan-form.tsx";
import { useCheck } from "./use-check.ts";
import { useHead } from "./use-head.ts";

type CheckFileProps = {
  readonly chosen: ChosenFile;
  /** The file with some cells replaced. */
  readonly onRepair: (file: File, cells: number) => void;
};

/** How a file is read, what becomes of its rows, and the button that imports it. */
export function CheckFile({ chosen, onRepair }: CheckFileProps) {
  const navigate = useNavigate();
  // `?group_id=5`: another screen chose the group.
  const [{ group_id: group }] = useFilterState();
  const [initial] = useState<Plan>(() => ({
    ...emptyPlan,
    ...(typeof group === "number" && { groups: [`${group}`] }),
  }));
  const [plan, setPlan] = useState(initial);
  const change = (changes: Partial<Plan>) => setPlan((before) => ({ ...before, ...changes }));
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const onEnter = (place: string, value: string) => setEntered((before) => ({ ...before, [place]: value }));
  const check = useCheck(chosen, plan);
  const fields = useFields();
  const queries = useQueryClient();
  const rows = useHead(chosen, check.reading);
  // One key for each file and plan: pressed twice, or again after a lost reply, it is one import.
  const keys = useRef(new Map<string, string>());
  const start = useMutation({
    mutationFn: async () => {
      await createFields(columnsOf(rows, plan, check.reading?.columns), fields.data ?? []).finally(() => {
        void queries.invalidateQueries({ queryKey: ["subscribers", "fields"] });
      });
      const attempt = `${chosen.id} ${JSON.stringify(inputOf(plan))}`;
      const idempotencyKey = keys.current.get(attempt) ?? crypto.randomUUID();
      keys.current.set(attempt, idempotencyKey);
      return await tidings.importSubscribers({ ...inputOf(plan), file: chosen.file }, { idempotencyKey });
    },
    onSuccess: ({ job }) => navigate({ to: "/import/$id", params: { id: job.id }, ignoreBlocker: true }),
  });
  // The second press of a double click comes before the button is seen to be busy.
  const pressed = useRef(false);
  const begin = () => {
    if (pressed.current) return;
    pressed.current = true;
    start.mutate(undefined, { onError: () => (pressed.current = false) });
  };
  const ready = check.reading !== undefined && !check.pending && !check.error;
  const busy = start.isPending || start.isSuccess;
  useUnsaved(chosen.repaired > 0 || Object.keys(entered).length > 0 || !sameInput(plan, initial));
  return (
    <div className={classes.stack}>
      <Panel title={chosen.file.name} lead={sizeOf(chosen)}>
        {check.error ? (
          <Refusal error={check.error} onRetry={check.retry} />
        ) : (
          <CheckResult
            check={check}
            repair={{
              chosen,
              entered,
              onEnter,
              onRepair,
              onCreateGroups: plan.createGroups ? undefined : () => change({ createGroups: true }),
            }}
          />
        )}
      </Panel>
      <Mapping
        rows={rows}
        header={plan.header}
        columns={check.error ? undefined : check.reading?.columns}
        mapping={plan.mapping}
        onChange={change}
      />
      <PlanForm plan={plan} onChange={change} />
      {start.error && <ErrorView error={start.error} title={t`The import did not start`} />}
      <div className={classes.go}>
        <Button size="md" disabled={!ready} loading={busy} onClick={begin}>
          {ready && check.job && isJobOver(check.job)
            ? labelOf(countOf(check.job, "rows"), countOf(check.job, "invalid"))
            : t`Import this file`}
        </Button>
        <span role="status">{reasonOf(check.error, check.again !== undefined, ready)}</span>
      </div>
    </div>
  );
}

const labelOf = (rows: number, invalid: number): string => plural(rows - invalid, "Import # row", "Import # rows");

function reasonOf(error: unknown, outdated: boolean, ready: boolean): string {
  if (error) return t`The file cannot be read as it is: see above.`;
  if (outdated) return t`Check the file again first: you changed how it is read.`;
  return ready ? "" : t`The file is being checked.`;
}

function sizeOf({ file, repaired }: ChosenFile): string {
  const size = fileSize(Math.ceil(file.size / 1_000) * 1_000);
  if (repaired === 0) return size;
  return `${size}. ${plural(repaired, "# cell repaired here; your file is unchanged.", "# cells repaired here; your file is unchanged.")}`;
}

/** What the service refuses before it reads a row, with where it is mended on this page. */
function Refusal({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { params, code } = error instanceof TidingsError ? error : { params: {} as Record<string, string>, code: "" };
  if (params["mapping"]) {
    return (
      <p
        role="alert"
        className={classes.refused}
      >{t`No column is known to hold mobile numbers. Choose it under “Columns”.`}</p>
    );
  }
  if (params["state"]) {
    return (
      <p
        role="alert"
        className={classes.refused}
      >{t`A column of this file seems to say who opted out. Say below what is true of these people, or choose the column that says “Subscribed or opted out”.`}</p>
    );
  }
  if (code === "forbidden") {
    return (
      <p
        role="alert"
        className={classes.refused}
      >{t`This site asks everybody for a code, so nobody can be imported as subscribed. Choose “They still have to confirm” below.`}</p>
    );
  }
  return <ErrorView error={error} title={t`This file cannot be imported as it is`} onRetry={onRetry} />;
}
