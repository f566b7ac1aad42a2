import { Link } from "@tanstack/react-router";

import { useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Phone } from "../../components/phone.tsx";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./outbox.module.css";
import type { OutboxFilter } from "./views.ts";

/** The filters that other screens lead here with: one message, one number, one gateway, the range of a figure. Each can be taken away. */
export function FixedFilters({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const chips = [
    filter.message_id && {
      name: "message_id",
      what: t`One message`,
      shown: <Link to={"/messages/$id" as string} params={{ id: filter.message_id } as never}>{t`Message`}</Link>,
    },
    filter.recipient && { name: "recipient", what: t`One number`, shown: <Phone number={filter.recipient} /> },
    filter.gateway && { name: "gateway", what: t`One gateway`, shown: <bdi>{filter.gateway}</bdi> },
    filter.from && { name: "from", what: t`Since`, shown: <Time at={filter.from} show="exact" /> },
    filter.to && { name: "to", what: t`Until`, shown: <Time at={filter.to} show="exact" /> },
  ].filter((chip) => typeof chip === "object");
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t`Limited to`}>
      {chips.map(({ name, what, shown }) => (
        <li key={name}>
          <span className={classes.quiet}>{what}:</span> {shown}
          <button
            type="button"
            aria-label={t`Remove the filter: ${what}`}
            onClick={() => change({ [name]: undefined })}
          >
            <Icon name="cross" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
