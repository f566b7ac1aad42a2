import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { regionName } from "../../lib/countries.ts";
import { count } from "../../lib/format.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./messages.module.css";

type Stats = Operations["getMessageStats"]["data"];

/** Why people did not get it, with remedies, and the message by gateway and country. */
export function MessageSplit({ id, state }: { readonly id: string; readonly state: string }) {
  const can = useCan();
  const stats = useQuery({
    queryKey: ["messages", "stats", id, state],
    queryFn: ({ signal }) => tidings.getMessageStats({ id }, { signal }),
  });
  if (stats.error) return <ErrorView error={stats.error} onRetry={() => void stats.refetch()} />;
  if (!stats.data) return null;
  const { reasons, other_reasons: others, gateways, countries } = stats.data;
  return (
    <>
      {reasons.length > 0 && (
        <Panel title={t`Why some did not get it`}>
          <ul className={classes.reasons}>
            {reasons.map(({ reason, count: people, text, remedy }) => (
              <li key={reason}>
                <strong>
                  {can("svc_outbox") && reason !== "other" ? (
                    <Link to="/outbox" search={{ message_id: id, error: reason }}>
                      {plural(people, "# person", "# people")}
                    </Link>
                  ) : (
                    plural(people, "# person", "# people")
                  )}
                  :
                </strong>{" "}
                <bdi>{serviceText(text)}</bdi>
                {remedy && <p>{serviceText(remedy)}</p>}
              </li>
            ))}
            {others > 0 && <li>{plural(others, "and # other reason", "and # other reasons")}</li>}
          </ul>
        </Panel>
      )}
      <Parts title={t`By gateway`} what={t`Gateway`} parts={gateways} />
      <Parts title={t`By country`} what={t`Country`} parts={countries} nameOf={regionName} />
    </>
  );
}

const columns = ["sent", "delivered", "failed", "unknown"] as const;
const heads = { sent: t`Sent`, delivered: t`Delivered`, failed: t`Failed`, unknown: t`Uncertain` };

type PartsProps = {
  readonly title: string;
  readonly what: string;
  readonly parts: Stats["gateways"];
  readonly nameOf?: (part: string) => string;
};

function Parts({ title, what, parts: all, nameOf = String }: PartsProps) {
  const parts = all.flatMap(({ part, counts }) => (part === null ? [] : [{ part, counts }]));
  if (parts.length === 0) return null;
  return (
    <Panel title={title}>
      <table className={classes.parts}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {heads[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, counts }) => (
            <tr key={part}>
              <th scope="row">
                <bdi>{nameOf(part)}</bdi>
              </th>
              {columns.map((name) => (
                <td key={name}>{count(counts[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
