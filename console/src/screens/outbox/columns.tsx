import type { Operations } from "tidings-client";

import type { Column } from "../../components/data-table/data-table-column.ts";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../lib/format.ts";
import { shownContent } from "../../lib/shown-text.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./outbox.module.css";

type Entry = Operations["listOutbox"]["data"]["items"][number];

export const columns: readonly Column<Entry>[] = [
  {
    id: "to",
    head: term("To", "recipient"),
    width: "170px",
    phone: "title",
    cell: (entry) => <Phone number={entry.recipient} />,
  },
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 1fr)",
    cell: (entry) => <bdi dir="auto">{shownContent(entry)}</bdi>,
  },
  {
    id: "gateway",
    head: t`Gateway`,
    width: "120px",
    phone: "hidden",
    cell: (entry) => <span className={classes.quiet}>{entry.gateway ?? "–"}</span>,
  },
  {
    id: "segments",
    head: t`Parts`,
    width: "56px",
    align: "end",
    phone: "hidden",
    cell: (entry) => count(entry.segments),
  },
  {
    id: "state",
    head: t`State`,
    width: "160px",
    phone: "end",
    cell: (entry) => <StateBadge of="delivery" state={entry.state} />,
  },
  {
    id: "at",
    head: t`When`,
    width: "110px",
    align: "end",
    phone: "hidden",
    cell: (entry) => <Time at={entry.created_at} />,
  },
];
