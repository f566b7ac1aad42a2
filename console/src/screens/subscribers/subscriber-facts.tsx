import type { Operations } from "tidings-client";

import { Fact, Facts } from "../../components/facts.tsx";
import { Icon } from "../../components/icon.tsx";
import { Time } from "../../components/time.tsx";
import { languageName } from "../../lib/languages.ts";
import { readablePhone } from "../../lib/phone.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./subscribers.module.css";

export type Person = Operations["getSubscriber"]["data"];

export const nameOf = ({ name, mobile }: Pick<Person, "name" | "mobile">): string => name || readablePhone(mobile);

/** Whether the newsletter reaches the person, and why not. */
export function SubscriberFacts({ person }: { readonly person: Person }) {
  return (
    <>
      <p className={classes.reach} data-tone={person.suppressed || person.bounced_at ? "held" : undefined}>
        <Icon name={person.suppressed ? "ban" : person.bounced_at ? "alert" : "info"} size={16} />
        <span>{reach(person)}</span>
      </p>
      <Facts>
        <Fact name={t`Opted out of everything`}>{person.suppressed ? t`Yes` : t`No`}</Fact>
        {person.bounced_at && (
          <Fact name={t`Unreachable since`}>
            <Time at={person.bounced_at} show="exact" />
          </Fact>
        )}
        <Fact name={t`Known since`}>
          <Time at={person.created_at} show="exact" />
        </Fact>
        <Fact name={t`Language`}>{person.locale ? languageName(person.locale) : t`not known`}</Fact>
        <Fact name={t`Time zone`}>{zoneWords(person)}</Fact>
        {!person.suppressed && !person.bounced_at && (
          <Fact name={t`Next marketing text`}>
            <Next {...person.next_marketing} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

/** A number that may be in many zones tells nothing that a reader could use. */
function zoneWords({ time_zone: own, next_marketing: { time_zones: zones } }: Person): string {
  if (own) return own.replaceAll("_", " ");
  return zones.length === 1 ? t`${zones[0]!.replaceAll("_", " ")}, by the number` : t`not known`;
}

function Next({ at, held_for: why, left }: Person["next_marketing"]) {
  return (
    <>
      {why === null ? t`At once` : rich`${<Time at={at} show="exact" />} (${whys[why]})`}
      {left !== null && ` · ${plural(left, "# more allowed at present", "# more allowed at present")}`}
    </>
  );
}

const whys = { quiet_hours: t`quiet hours`, frequency_cap: t`frequency cap` };

function reach({ suppressed, bounced_at: bounced, state }: Person): string {
  if (suppressed) return t`Nothing is sent to this number: it replied STOP, or was blocked.`;
  if (bounced) return t`The newsletter leaves this number out: texts to it did not arrive.`;
  if (state === "pending") return t`The newsletter begins once this person has confirmed with the code.`;
  if (state === "left") return t`This person is in no group and gets no newsletter.`;
  return t`This person gets what is sent to their groups.`;
}
