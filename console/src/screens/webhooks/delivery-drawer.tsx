import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t, term } from "../../lib/translate.ts";
import { useAttemptKey } from "../../lib/use-attempt-key.ts";
import { DeliveryDetails } from "./delivery-details.tsx";

/** One event on its way to an address, beside the list. */
export function DeliveryDrawer({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [, change] = useFilterState();
  const attempt = useAttemptKey();
  const query = useQuery({
    queryKey: ["webhooks", "delivery", id],
    queryFn: ({ signal }) => tidings.getWebhookDelivery({ id: id! }, { signal }),
    enabled: id !== undefined,
    // No event of the live view says that an attempt was made.
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? 2_000 : false),
  });
  const replay = useMutation({
    mutationFn: (which: string) =>
      tidings.replayWebhookDelivery({ id: which }, { idempotencyKey: attempt.keyFor(which) }),
    onSuccess: (again) => {
      attempt.done();
      change({ delivery: again.id });
      void toast({ message: t`The event is sent once more, with the same webhook-id.` });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const { data } = query;
  // Once the receiver is repaired, there is no need to wait for the next attempt, which may be hours away.
  const isFirst = data?.state === "pending" && data.attempts === 0;
  const replayable = data !== undefined && data.payload !== null && !isFirst;
  useCommands(
    replayable && !replay.isPending
      ? [
          {
            id: "replay-event",
            label: t`Send this event again`,
            keys: "r",
            icon: "send",
            inDrawer: true,
            run: () => replay.mutate(data.id),
          },
        ]
      : [],
  );
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={data ? <code dir="ltr">{data.type}</code> : term("Call", "of a webhook")}
      actions={
        data && (
          <>
            <Button
              loading={replay.isPending}
              aria-disabled={!replayable}
              {...(!replayable && { "data-disabled": true })}
              rightSection={<kbd>R</kbd>}
              onClick={() => replayable && replay.mutate(data.id)}
            >{t`Send this event again`}</Button>
            {data.payload === null && <span>{t`The event is not kept any more.`}</span>}
            {isFirst && <span>{t`It is still on its way.`}</span>}
            {data.payload !== null && (
              <CopyButton text={JSON.stringify(data.payload, null, 2)} label={t`Copy the body`} />
            )}
          </>
        )
      }
    >
      {query.error && <ErrorView error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && id !== undefined && <Skeleton height={360} />}
      {data && (
        <>
          {replay.error && <ErrorView error={replay.error} title={t`It was not sent again`} />}
          <StateBadge of="webhook" state={data.state} />
          <DeliveryDetails delivery={data} />
        </>
      )}
    </Drawer>
  );
}
