import { Link } from "@tanstack/react-router";

import { StateBadge } from "../../components/state-badge.tsx";
import { t, term } from "../../lib/translate.ts";
import type { Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

const words = { active: t`Member`, pending: t`Not confirmed`, left: term("Left", "group") };

/** The person's groups, those that they left last. */
export function Memberships({ groups }: { readonly groups: Person["groups"] }) {
  if (groups.length === 0) return <p className={classes.nothing}>{t`This person is in no group.`}</p>;
  const sorted = groups.toSorted((one, other) => Number(one.state === "left") - Number(other.state === "left"));
  return (
    <ul className={classes.memberships}>
      {sorted.map(({ id, name, state }) => (
        <li key={id}>
          <Link to={"/subscribers" as string} search={{ group_id: id } as never}>
            <bdi>{name}</bdi>
          </Link>
          <StateBadge of="subscriber" state={state} label={words[state]} />
        </li>
      ))}
    </ul>
  );
}
