import type { Operations } from "tidings-client";

import type { Column } from "../../components/data-table/data-table-column.ts";
import { PersonName } from "../../components/person-name.tsx";
import { Phone } from "../../components/phone.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { reasonWords } from "../../lib/reason-words.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./suppressions.module.css";

export type Suppression = Operations["listSuppressions"]["data"]["items"][number];

export const columns: readonly Column<Suppression>[] = [
  {
    id: "number",
    head: t`Number`,
    width: "170px",
    phone: "title",
    cell: ({ number }) => <Phone number={number} />,
  },
  {
    id: "kind",
    head: t`Why`,
    width: "165px",
    phone: "end",
    cell: ({ kind }) => <StateBadge of="suppression" state={kind} />,
  },
  {
    id: "reason",
    head: t`Reason`,
    width: "minmax(0, 2fr)",
    cell: ({ reason }) => <bdi dir="auto">{reasonWords(reason)}</bdi>,
  },
  {
    id: "sender",
    head: t`Sender`,
    width: "minmax(0, 1fr)",
    phone: "hidden",
    cell: ({ sender }) =>
      sender === null ? <span className={classes.quiet}>{t`every sender`}</span> : <bdi dir="auto">{sender}</bdi>,
  },
  {
    id: "by",
    head: term("By", "who did it"),
    width: "minmax(0, 1.6fr)",
    phone: "hidden",
    cell: (entry) => (
      <span className={classes.quiet}>
        <Origin entry={entry} />
      </span>
    ),
  },
  {
    id: "at",
    head: t`Since`,
    width: "110px",
    align: "end",
    phone: "hidden",
    cell: ({ added_at: at }) => <Time at={at} />,
  },
];

const sources: Readonly<Record<string, string>> = {
  api: t`by the API`,
  console: t`in the console`,
  import: t`an import`,
  page: t`the person, on a page`,
  sms: t`the person, by text`,
};

/** Who put the number on the list, or where it came from. */
export function Origin({ entry: { added_by: by, source } }: { readonly entry: Suppression }) {
  if (by !== null) return <PersonName principal={by} />;
  // A reply from the sandbox phone.
  if (source.startsWith("sandbox:")) return <>{t`the sandbox phone`}</>;
  return <bdi>{sources[source] ?? t`the person, by ${source}`}</bdi>;
}
