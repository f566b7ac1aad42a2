import { Link } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Phone } from "../../components/phone.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./outbox.module.css";
import type { OutboxFilter } from "./views.ts";

/**
 * The number that another screen leads here with, which can be taken away, and the way to the message that is chosen.
 */
export function FixedFilters({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const can = useCan();
  const message = can("svc_sendsms") ? filter.message_id : undefined;
  if (!filter.recipient && !message) return null;
  return (
    <ul className={classes.chips} aria-label={t`Limited to`}>
      {filter.recipient && (
        <li className={classes.chip}>
          <span className={classes.quiet}>{t`One number`}:</span> <Phone number={filter.recipient} />
          <button
            type="button"
            aria-label={t`Remove the filter: ${t`One number`}`}
            onClick={() => change({ recipient: undefined })}
          >
            <Icon name="cross" size={12} />
          </button>
        </li>
      )}
      {message && (
        <li>
          <Link to="/messages/$id" params={{ id: message }}>{t`How this message leaves`}</Link>
        </li>
      )}
    </ul>
  );
}
