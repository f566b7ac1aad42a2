import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { useCan } from "../../api/session.ts";
import { useSubscriber } from "../../api/use-subscriber.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { SentText } from "../../components/sent-text.tsx";
import { StoredDataLink } from "../../components/stored-data-link.tsx";
import { ThreadLink } from "../../components/thread-link.tsx";
import { Time } from "../../components/time.tsx";
import { money } from "../../lib/format.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { categoryWords } from "../../lib/categories.ts";
import classes from "./outbox.module.css";
import { Timeline } from "./timeline.tsx";

export type Entry = Operations["getOutboxEntry"]["data"];

/** Why it did not arrive, what was sent, and what happened to it. */
export function EntryDetails({ entry }: { readonly entry: Entry }) {
  const can = useCan();
  const person = useSubscriber(entry.recipient);
  return (
    <div className={classes.details}>
      {entry.reason && (
        <div className={classes.reason} role="note">
          <p>{serviceText(entry.reason.text)}</p>
          {entry.reason.remedy && <p className={classes.quiet}>{serviceText(entry.reason.remedy)}</p>}
          {entry.error && (
            <p>
              <Link to="/outbox" search={{ error: entry.error }}>{t`Everything with this reason`}</Link>
            </p>
          )}
        </div>
      )}
      <SentText text={entry.message} media={entry.media} />
      <Facts>
        <Fact name={term("From", "sender")}>{entry.sender ?? t`the gateway's own sender`}</Fact>
        <Fact name={t`Size`}>{plural(entry.segments, "# part", "# parts")}</Fact>
        {entry.cost !== null && entry.currency !== null && (
          <Fact name={t`Cost`}>{money(Number(entry.cost), entry.currency, 6)}</Fact>
        )}
        <Fact name={t`Kind`}>{categoryWords[entry.category]}</Fact>
        <Fact name={t`Gateway`}>{entry.gateway ?? term("none yet", "gateway")}</Fact>
        <Fact name={t`Accepted`}>
          <Time at={entry.created_at} show="exact" />
        </Fact>
        <Fact name={t`Message`}>
          <span className={classes.links}>
            {can("svc_sendsms") && (
              <Link to="/messages/$id" params={{ id: entry.message_id }}>{t`Look at the message`}</Link>
            )}
            <Link to="/outbox" search={{ message_id: entry.message_id }}>{t`Everyone who got it`}</Link>
          </span>
        </Fact>
        <Fact name={t`Person`}>
          <span className={classes.links}>
            {person && (
              <Link to="/subscribers/$id" params={{ id: `${person.id}` }}>
                <bdi>{person.name || t`Subscriber`}</bdi>
              </Link>
            )}
            <Link to="/outbox" search={{ recipient: entry.recipient }}>{t`Everything to this number`}</Link>
            <ThreadLink number={entry.recipient} />
            <StoredDataLink number={entry.recipient} />
          </span>
        </Fact>
      </Facts>
      <h2 className={classes.heading}>{t`What happened`}</h2>
      <Timeline steps={entry.timeline} />
    </div>
  );
}
