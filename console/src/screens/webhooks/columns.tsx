import { Count } from "../../components/count.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { plural, t } from "../../lib/translate.ts";
import { type EndpointStatus, stateOf, type WebhookRow } from "./use-webhooks.ts";
import classes from "./webhooks.module.css";

export function columnsWith(status: (id: string) => EndpointStatus | undefined): readonly Column<WebhookRow>[] {
  return [
    {
      id: "url",
      head: t`Address`,
      width: "minmax(0, 1fr)",
      phone: "title",
      cell: ({ url }) => (
        <span dir="ltr" className={classes.url}>
          {url}
        </span>
      ),
    },
    {
      id: "types",
      head: t`Events`,
      width: "110px",
      cell: ({ types }) => plural(types.length, "# type", "# types"),
    },
    {
      id: "waiting",
      head: t`Waiting`,
      width: "90px",
      align: "end",
      phone: "hidden",
      cell: ({ id }) => <Count value={status(id)?.waiting} />,
    },
    {
      id: "state",
      head: t`State`,
      width: "140px",
      phone: "end",
      cell: (webhook) => <StateBadge of="endpoint" state={stateOf(webhook, status(webhook.id))} />,
    },
    {
      id: "since",
      head: t`Added`,
      width: "110px",
      align: "end",
      phone: "hidden",
      cell: ({ created_at: at }) => <Time at={at} />,
    },
  ];
}
