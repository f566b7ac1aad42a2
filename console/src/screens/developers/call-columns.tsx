import type { Column } from "../../components/data-table/data-table-column.ts";
import { PersonName } from "../../components/person-name.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { milliseconds } from "../../lib/format.ts";
import { t, term } from "../../lib/translate.ts";
import type { Call } from "./call-filters.ts";
import classes from "./developers.module.css";

/** Succeeded, refused, failed, or a repetition, with the status and the error code. */
export function CallState({ call: { status, code, replayed } }: { readonly call: Call }) {
  const state = status >= 500 ? "failed" : status >= 400 ? "refused" : replayed ? "repeated" : "succeeded";
  return <StateBadge of="call" state={state} label={code ? `${status} ${code}` : `${status}`} />;
}

const columns: readonly Column<Call>[] = [
  {
    id: "call",
    head: t`Call`,
    width: "minmax(0, 1.4fr)",
    phone: "title",
    cell: ({ method, path, replayed }) => (
      <>
        <code dir="ltr">
          {method} {path}
        </code>
        {replayed && <span className={classes.quiet}> {t`repeated`}</span>}
      </>
    ),
  },
  { id: "status", head: t`Status`, width: "minmax(120px, 1fr)", cell: (call) => <CallState call={call} /> },
];

const who: Column<Call> = {
  id: "who",
  head: term("By", "caller"),
  width: "140px",
  phone: "hidden",
  cell: ({ called_by: by }) => (by === null ? t`nobody known` : <PersonName principal={by} />),
};

const end: readonly Column<Call>[] = [
  {
    id: "duration",
    head: t`Duration`,
    width: "90px",
    align: "end",
    phone: "hidden",
    cell: ({ duration_ms: ms }) => milliseconds(ms),
  },
  { id: "at", head: t`When`, width: "110px", align: "end", phone: "end", cell: ({ at }) => <Time at={at} /> },
];

const own = [...columns, ...end];
const everybodys = [...columns, who, ...end];

export const callColumns = (seesAll: boolean): readonly Column<Call>[] => (seesAll ? everybodys : own);
