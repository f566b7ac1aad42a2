import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Operations, TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { useRowKeys } from "../../components/data-table/list-keys.ts";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import type { KnownErasures } from "./known-erasures.ts";
import classes from "./safety.module.css";

/** How the erasures go on that were begun here. */
export function Erasures({ erasures }: { readonly erasures: KnownErasures }) {
  const list = useRef<HTMLUListElement>(null);
  const keys = useRowKeys(list);
  if (erasures.ids.length === 0) return null;
  return (
    <Panel title={t`Erasures`} lead={t`Those that were started in this browser. They go on even when it is closed.`}>
      <ul ref={list} className={classes.list} {...keys}>
        {erasures.ids.map((id) => (
          <Erasure
            key={id}
            id={id}
            onRemove={() => {
              erasures.remove(id);
              void toast({ message: t`It is not in the list any more.`, undo: () => erasures.add(id) });
            }}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Erasure({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const query = useQuery({
    queryKey: ["settings", "erasure", id],
    queryFn: async ({ signal }) => await tidings.getErasure({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 3_000 : false),
    retry: false,
  });
  const { data } = query;
  const gone = query.error instanceof TidingsError && query.error.status === 404;
  return (
    <li>
      {!data && query.error && !gone && <ErrorView error={query.error} onRetry={() => void query.refetch()} />}
      {gone && <span>{t`This erasure is not known any more.`}</span>}
      {query.isPending && <Skeleton height={20} />}
      {data && (
        <span className={classes.erasure}>
          <Icon name={data.state === "done" ? "check" : "clock"} size={16} />
          <span>
            <Progress erasure={data} />
          </span>
        </span>
      )}
      {(gone || data?.state === "done") && (
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>{t`Remove from this list`}</Button>
      )}
    </li>
  );
}

function Progress({ erasure }: { readonly erasure: Operations["getErasure"]["data"] }) {
  const { state, waiting, created_at: at } = erasure;
  const begun = <Time at={at} focusable />;
  const open = plural(
    waiting,
    "# text can still be reported on by a provider, for up to 72 hours",
    "# texts can still be reported on by a provider, for up to 72 hours",
  );
  if (state === "done") return waiting > 0 ? rich`Erased: ${open}, begun ${begun}.` : rich`Erased, begun ${begun}.`;
  return waiting > 0 ? rich`Erasing: ${open}, begun ${begun}.` : rich`Erasing, begun ${begun}.`;
}
