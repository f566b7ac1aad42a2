import { Select } from "@mantine/core";

import { useSession } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./developers.module.css";
import type { Operation } from "./operations.ts";
import { TryGet } from "./try-get.tsx";
import { TrySend } from "./try-send.tsx";
import { useOperations } from "./use-operations.ts";

const send = "sendMessage";

/**
 * Every call that reads, and the one that sends. Nothing else can be called here, so nothing is changed by accident.
 */
export function TryCalls() {
  const { site } = useSession();
  const [values, change] = useFilterState();
  const { data: operations, isPending, error, refetch } = useOperations();
  const wanted = typeof values["operation"] === "string" ? values["operation"] : send;
  const operation = operations?.find(({ id }) => id === wanted);
  return (
    <Panel
      title={t`Try a call`}
      lead={
        operation
          ? t`It is made in your own name and changes nothing.`
          : site.sandbox
            ? t`The sandbox takes it: no real phone receives anything.`
            : t`A gateway is configured: this sends a real text.`
      }
    >
      <div className={classes.stack}>
        {error && (
          <ErrorView error={error} title={t`The list of calls could not be read`} onRetry={() => void refetch()} />
        )}
        <Select
          label={t`Call`}
          searchable
          allowDeselect={false}
          disabled={isPending}
          data={groupsOf(operations ?? [])}
          value={operation?.id ?? send}
          onChange={(id) => change({ operation: id === send ? undefined : (id ?? undefined) })}
        />
        {isPending && wanted !== send && <Skeleton height={200} />}
        {operation ? <TryGet key={operation.id} operation={operation} /> : !isPending && <TrySend />}
      </div>
    </Panel>
  );
}

/** In the order of the reference, by its sections. */
function groupsOf(operations: readonly Operation[]) {
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const sending = { group: "POST", items: [{ value: send, label: "POST /send, POST /send/preview" }] };
  const reading = [...groups].map(([group, items]) => ({
    group,
    items: items.map(({ id, path, summary }) => ({ value: id, label: `GET ${path}: ${summary}` })),
  }));
  return [sending, ...reading];
}
