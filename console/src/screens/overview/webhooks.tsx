import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { StateBadge } from "../../components/state-badge.tsx";
import { plural, t } from "../../lib/translate.ts";
import classes from "./overview.module.css";

type Status = Operations["getStatus"]["data"];

/** One line for all of them: what is wrong with one of them stands above the figures. */
export function Webhooks({ webhooks }: Pick<Status, "webhooks">) {
  if (webhooks.length === 0) return null;
  const faulty = webhooks.filter(({ state }) => state !== "up").length;
  const waiting = webhooks.reduce((sum, webhook) => sum + webhook.waiting, 0);
  return (
    <li>
      <Link to="/webhooks">
        {plural(webhooks.length, "# webhook", "# webhooks")}
        <span className={classes.quiet}>
          {faulty > 0
            ? plural(faulty, "# needs attention", "# need attention")
            : waiting > 0
              ? plural(waiting, "every call is answered, # event waits", "every call is answered, # events wait")
              : t`every call is answered, nothing waits`}
        </span>
      </Link>
      <StateBadge of="gateway" state={faulty > 0 ? "degraded" : "up"} />
    </li>
  );
}
