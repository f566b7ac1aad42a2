import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { Time } from "../../components/time.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { sectionLabels } from "../settings/setting-labels.ts";
import classes from "./audit.module.css";
import { type Difference, differences } from "./difference.ts";

type Change = Operations["listSettingsChanges"]["data"]["items"][number];

/** Where each section is changed. */
const places: Readonly<Record<string, { readonly to: string; readonly part?: string }>> = {
  site: { to: "/settings", part: "site" },
  newsletter: { to: "/settings", part: "subscribing" },
  one_time_passwords: { to: "/settings", part: "passwords" },
  prices: { to: "/settings", part: "prices" },
  retention: { to: "/settings", part: "retention" },
  request_log: { to: "/settings", part: "requests" },
  quiet_hours: { to: "/safety", part: "hours" },
  frequency_cap: { to: "/safety", part: "cap" },
  consent: { to: "/safety", part: "consent" },
  opt_out: { to: "/safety", part: "consent" },
  footer: { to: "/safety", part: "consent" },
  guard: { to: "/safety", part: "codes" },
  spending: { to: "/safety", part: "spending" },
  low_credit: { to: "/safety", part: "spending" },
  gateways: { to: "/gateways/routing" },
};

/** One change: who, when, and each value before and after. */
export function ChangeEntry({ change }: { readonly change: Change }) {
  const labels: Readonly<Record<string, string>> = sectionLabels;
  const gateway = gatewayOf(change);
  const label = gateway ? t`Gateway ${gateway.name}` : (labels[change.section] ?? change.section);
  const place = gateway ? gateway.place : places[change.section];
  return (
    <li className={classes.change}>
      <p className={classes.head}>
        <strong>
          {place ? (
            <Link to={place.to} {...(place.part && { search: { part: place.part } })}>
              {label}
            </Link>
          ) : (
            label
          )}
        </strong>{" "}
        <span>{rich`changed by ${<PersonName principal={change.changed_by} />} ${<Time at={change.changed_at} focusable />}`}</span>
      </p>
      <dl className={classes.values}>
        {differences(change.section, change.before, change.after).map((one) => (
          <ValueChange key={`${one.label} ${one.part}`} of={one} />
        ))}
      </dl>
    </li>
  );
}

/** The gateway that a change is about, and its page unless it was removed. */
function gatewayOf({ section, before, after }: Change) {
  const name = after["name"] ?? before["name"];
  if (section !== "gateways" || typeof name !== "string") return null;
  return { name, place: after["name"] ? { to: `/gateways/${encodeURIComponent(name)}`, part: undefined } : undefined };
}

function ValueChange({ of: { label, part, before, after } }: { readonly of: Difference }) {
  return (
    <div>
      <dt>
        {label}
        {part && <span className={classes.part}> ({part})</span>}
      </dt>
      <dd>
        {before !== null && (
          <del>
            <span className="visually-hidden">{t`Before:`} </span>
            <bdi>{before}</bdi>
          </del>
        )}
        {after !== null && (
          <ins>
            <span className="visually-hidden">{t`After:`} </span>
            <bdi>{after}</bdi>
          </ins>
        )}
      </dd>
    </div>
  );
}
