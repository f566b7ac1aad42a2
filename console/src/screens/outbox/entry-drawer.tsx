import { Skeleton } from "../../components/skeleton.tsx";
import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t } from "../../lib/translate.ts";
import { EntryDetails } from "./entry-details.tsx";
import { Resend } from "./resend.tsx";

/** One delivery beside the list. Its number stands in the address, so that it can be shared. */
export function EntryDrawer({ id, onClose }: { readonly id: number | undefined; readonly onClose: () => void }) {
  const entry = useQuery({
    queryKey: ["outbox", "entry", id],
    queryFn: ({ signal }) => tidings.getOutboxEntry({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  const { data } = entry;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={data ? <Phone number={data.recipient} /> : t`Delivery`}
      actions={data && <Resend entry={data} />}
    >
      {entry.error && <ErrorView error={entry.error} onRetry={() => void entry.refetch()} />}
      {entry.isPending && id !== undefined && <Skeleton height={360} />}
      {data && (
        <>
          <StateBadge of="delivery" state={data.state} />
          <EntryDetails entry={data} />
        </>
      )}
    </Drawer>
  );
}
