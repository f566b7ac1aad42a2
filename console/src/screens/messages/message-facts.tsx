import { Link } from "@tanstack/react-router";

import { Fact } from "../../components/fact.tsx";
import { Time } from "../../components/time.tsx";
import { plural, t } from "../../lib/translate.ts";
import classes from "./messages.module.css";
import type { MessageDetail } from "./use-message.ts";

export function MessageFacts({ message }: { readonly message: MessageDetail }) {
  const { recipients } = message;
  const left = [
    recipients.duplicates > 0 && plural(recipients.duplicates, "# duplicate", "# duplicates"),
    recipients.suppressed > 0 && t`${plural(recipients.suppressed, "# person", "# people")} who opted out`,
    recipients.invalid > 0 && plural(recipients.invalid, "# number that is none", "# numbers that are none"),
  ].filter((part) => part !== false);
  return (
    <dl className={classes.facts}>
      <Fact name="Sender">{message.sender ?? t`the gateway's own`}</Fact>
      <Fact name="Kind">{message.category}</Fact>
      <Fact name="Size">
        {plural(message.segments, "# part", "# parts")}, {message.encoding === "gsm7" ? t`GSM alphabet` : t`Unicode`}
      </Fact>
      <Fact name="Accepted">
        <Time at={message.created_at} show="exact" />
      </Fact>
      <Fact name="First left">
        {message.first_sent_at ? <Time at={message.first_sent_at} show="exact" /> : t`not yet`}
      </Fact>
      {message.finished_at && (
        <Fact name="Ended">
          <Time at={message.finished_at} show="exact" />
        </Fact>
      )}
      {message.schedule_id && (
        <Fact name="Made by">
          <Link to={"/schedules/$id" as string} params={{ id: message.schedule_id } as never}>{t`A schedule`}</Link>
        </Fact>
      )}
      {left.length > 0 && <Fact name="Left out">{left.join(", ")}</Fact>}
      {message.reason && <Fact name="Why it ended">{message.reason.replaceAll("_", " ")}</Fact>}
    </dl>
  );
}
