import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";

import { useCan } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { CodeToCopy } from "../../components/code-to-copy.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t, term } from "../../lib/translate.ts";
import { NoticeDrawer } from "./notice-drawer.tsx";
import { OrderDecisions } from "./order-decisions.tsx";
import { keyOf, type OrderNotice, readerWords, statusWord } from "./order-words.ts";
import classes from "./settings.module.css";
import { useNoticeActions, useOrderNotices } from "./use-order-notices.ts";

const columns: readonly Column<OrderNotice>[] = [
  {
    id: "status",
    head: t`Order status`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ status }) => <bdi>{statusWord(status)}</bdi>,
  },
  { id: "to", head: term("To", "recipient"), width: "90px", cell: ({ to }) => readerWords[to] },
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 2fr)",
    phone: "hidden",
    cell: ({ template }) => <bdi dir="auto">{template}</bdi>,
  },
  {
    id: "on",
    head: t`State`,
    width: "110px",
    phone: "end",
    cell: ({ enabled }) =>
      enabled ? <StateBadge of="schedule" state="active" /> : <StateBadge of="gateway" state="disabled" />,
  },
];

const listOf = ({ data, isPending, error, refetch, isFetching }: UseQueryResult<{ items: OrderNotice[] }>) => ({
  rows: data?.items ?? [],
  total: null,
  totalCapped: false,
  pending: isPending,
  error,
  retry: () => void refetch(),
  hasMore: false,
  loadMore: () => undefined,
  stale: false,
  fetching: isFetching,
});

/** The texts that are sent when an order of the shop changes its status, and what became of them. */
export function Orders() {
  const [values, change] = useFilterState();
  const can = useCan();
  const notices = useOrderNotices();
  const actions = useNoticeActions();
  const add = () => change({ notice: "new" });
  useCommands([{ id: "add-notice", label: t`Add an order notice`, keys: "a", icon: "plus", run: add }]);
  const addButton = (
    <Button leftSection={<Icon name="plus" size={14} />} rightSection={<kbd>A</kbd>} onClick={add}>
      {t`Add a notice`}
    </Button>
  );
  const open = typeof values["notice"] === "string" ? values["notice"] : undefined;
  return (
    <div className={classes.panels}>
      <Panel
        title={t`Order notices`}
        lead={t`Sent to the buyer or to your staff, once per order, when it gets this status in the shop.`}
        actions={notices.data && notices.data.items.length > 0 && addButton}
      >
        {actions.error !== null && <ErrorView error={actions.error} title={t`Nothing was changed`} />}
        <DataTable
          label={t`Order notices`}
          list={listOf(notices)}
          columns={columns}
          rowKey={keyOf}
          rowLink={(notice) => ({ to: "/settings", search: { part: "orders", notice: keyOf(notice) } })}
          rowCommands={(notice) => [
            {
              id: "toggle-notice",
              label: notice.enabled ? t`Switch this notice off` : t`Switch this notice on`,
              keys: "o",
              icon: "pause",
              run: () => actions.toggle(notice),
            },
            {
              id: "delete-notice",
              label: t`Delete this notice`,
              keys: "d",
              icon: "trash",
              run: () => actions.remove(notice),
            },
          ]}
          current={open}
          empty={
            <EmptyState
              icon="message"
              title={t`No order notices yet`}
              action={addButton}
            >{t`“Your order is on its way” to the buyer, “New order” to the staff: you choose the statuses and write the texts.`}</EmptyState>
          }
        />
      </Panel>
      {notices.data && <Source address={notices.data.webhook_url} />}
      {can("svc_outbox") && <OrderDecisions />}
      <NoticeDrawer open={open} onClose={() => change({ notice: undefined })} onRemove={actions.remove} />
    </div>
  );
}

function Source({ address }: { readonly address: string | null }) {
  const guide = (
    <a href="/docs/guide/woocommerce" target="_blank" rel="noreferrer">
      {t`How to connect a shop`}
    </a>
  );
  return (
    <Panel title={t`Where orders come from`}>
      {address === null ? (
        <p>
          {t`From the plugin in the shop’s site, if it is connected. No webhooks of a shop are set up.`} {guide}
        </p>
      ) : (
        <div className={classes.fields}>
          <p>
            {t`Enter this address in WooCommerce under Settings, Advanced, Webhooks, for “Order updated”.`} {guide}
          </p>
          <CodeToCopy text={address} label={t`Copy the address`} />
        </div>
      )}
    </Panel>
  );
}
