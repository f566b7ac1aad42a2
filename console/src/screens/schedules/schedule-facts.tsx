import { Fact, Facts } from "../../components/facts.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Time } from "../../components/time.tsx";
import { duration } from "../../lib/format.ts";
import { t, term } from "../../lib/translate.ts";
import { categoryWords } from "../../lib/categories.ts";
import { Addressees } from "../messages/addressees.tsx";
import { consentWords } from "./consent-words.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

export function ScheduleFacts({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { audience, rate_per_minute: rate, if_late: late, late_after: after } = schedule;
  const consent = consentWords(schedule);
  return (
    <Facts>
      <Fact name={term("To", "recipient")}>
        <Addressees to={schedule.recipients} />
      </Fact>
      <Fact name={t`Who belongs to it`}>
        {audience === "frozen" ? t`Whoever did when it was made` : t`Whoever does when it runs`}
      </Fact>
      <Fact name={t`Sender`}>{schedule.sender ?? t`the gateway's own`}</Fact>
      <Fact name={t`Kind`}>{categoryWords[schedule.category]}</Fact>
      {consent && <Fact name={t`Consent`}>{consent}</Fact>}
      <Fact name={t`Rate`}>{rate === null ? t`as fast as the gateway allows` : t`at most ${rate} a minute`}</Fact>
      <Fact name={t`If it is more than ${duration(after)} late`}>
        {late === "send" ? t`It is sent all the same` : t`It is left out`}
      </Fact>
      <Fact name={t`Answers for its runs`}>
        <PersonName principal={schedule.owner} />
      </Fact>
      <Fact name={t`Made`}>
        <Time at={schedule.created_at} show="exact" />
      </Fact>
      <Fact name={t`Last run`}>
        {schedule.last_run ? <Time at={schedule.last_run} show="exact" zone={schedule.time_zone} /> : t`none yet`}
      </Fact>
    </Facts>
  );
}
