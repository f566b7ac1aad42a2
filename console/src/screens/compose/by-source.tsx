import { Count } from "../../components/count.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

const words = {
  subscribers: t`Groups and segments`,
  users: t`Users`,
  roles: t`Roles`,
  customers: t`Customers`,
  numbers: t`Single people and numbers`,
} as const;
const sources = ["subscribers", "users", "roles", "customers", "numbers"] as const;

/**
 * The sources of the people, if there is more than one: entries, before duplicates are removed and anyone is left out.
 */
export function BySource({ preview }: { readonly preview: Preview }) {
  const counts = preview.people.by_source;
  const used = sources.filter((source) => counts[source] > 0);
  if (used.length < 2) return null;
  return (
    <dl className={classes.sourceCounts} aria-label={t`By source`}>
      {used.map((source) => (
        <div key={source}>
          <dt>{words[source]}</dt>
          <dd>
            <Count value={counts[source]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
