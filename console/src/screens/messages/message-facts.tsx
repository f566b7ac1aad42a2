import { Link } from "@tanstack/react-router";

import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { commas } from "../../lib/commas.ts";
import { list, money } from "../../lib/format.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { categoryWords } from "../compose/category-words.ts";
import { Addressees } from "./addressees.tsx";
import type { MessageDetail } from "./use-message.ts";
import { endingWord } from "./words.ts";

export function MessageFacts({ message }: { readonly message: MessageDetail }) {
  const { recipients } = message;
  const left = [
    recipients.duplicates > 0 && plural(recipients.duplicates, "# duplicate", "# duplicates"),
    recipients.suppressed > 0 && plural(recipients.suppressed, "# opted out or blocked", "# opted out or blocked"),
    recipients.invalid > 0 && plural(recipients.invalid, "# invalid number", "# invalid numbers"),
  ].filter((part) => part !== false);
  return (
    <Facts>
      {message.addressed_to && (
        <Fact name={term("To", "recipient")}>
          <Addressees to={message.addressed_to} />
        </Fact>
      )}
      <Fact name={t`Sender`}>{message.sender ?? t`the gateway's own`}</Fact>
      <Fact name={t`Kind`}>{categoryWords[message.category]}</Fact>
      <Fact name={t`Size`}>
        {commas([
          plural(message.segments, "# part", "# parts"),
          message.encoding === "gsm7" ? t`GSM alphabet` : t`Unicode`,
        ])}
      </Fact>
      <Fact name={t`Accepted`}>
        <Time at={message.created_at} show="exact" />
      </Fact>
      <Fact name={term("First left", "when the first text was sent")}>
        {message.first_sent_at ? <Time at={message.first_sent_at} show="exact" /> : t`not yet`}
      </Fact>
      {message.finished_at && (
        <Fact name={t`Ended`}>
          <Time at={message.finished_at} show="exact" />
        </Fact>
      )}
      {message.costs.length > 0 && (
        <Fact name={t`Cost so far`}>
          {list(
            message.costs.map(({ total, currency }) => money(Number(total), currency)),
            "unit",
          )}
        </Fact>
      )}
      {message.schedule_id && (
        <Fact name={t`Made by`}>
          <Link to="/schedules/$id" params={{ id: message.schedule_id }}>{t`A schedule`}</Link>
        </Fact>
      )}
      {left.length > 0 && <Fact name={t`Left out`}>{list(left, "unit")}</Fact>}
      {message.reason && <Fact name={t`Why it ended`}>{endingWord(message.reason)}</Fact>}
    </Facts>
  );
}
