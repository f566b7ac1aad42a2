import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { duration } from "../../lib/format.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { categoryWords } from "../compose/category-words.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

/** So many are named; the others are counted. */
const mostNames = 10;

export function ScheduleFacts({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { audience, rate_per_minute: rate, if_late: late, late_after: after } = schedule;
  return (
    <Facts>
      <Fact name={term("To", "recipient")}>
        <Audience schedule={schedule} />
      </Fact>
      <Fact name={t`Who belongs to it`}>
        {audience === "frozen" ? t`Whoever did when it was made` : t`Whoever does when it runs`}
      </Fact>
      <Fact name={t`Sender`}>{schedule.sender ?? t`the gateway's own`}</Fact>
      <Fact name={t`Kind`}>{categoryWords[schedule.category]}</Fact>
      <Fact name={t`Rate`}>{rate === null ? t`as fast as the gateway allows` : t`at most ${rate} a minute`}</Fact>
      <Fact name={t`If it is more than ${duration(after)} late`}>
        {late === "send" ? t`It is sent all the same` : t`It is left out`}
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

function Audience({ schedule: { recipients } }: { readonly schedule: ScheduleDetail }) {
  const can = useCan();
  const { numbers, group_ids: groupIds, segment_ids: segmentIds, role_ids: roles, users, customers } = recipients;
  const ids = groupIds === "all" || !can("svc_subscribers") ? [] : (groupIds ?? []).slice(0, mostNames);
  const groups = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["subscribers", "group", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => await tidings.getGroup({ id }, { signal }),
    })),
  });
  const named = groups.flatMap(({ data }) => data ?? []);
  const others = groupIds === "all" ? 0 : (groupIds?.length ?? 0) - named.length;
  const otherRoles = roles.length - mostNames;
  const parts = [
    { key: "all", shown: groupIds === "all" && t`all groups` },
    ...named.map(({ id, name }) => ({
      key: `group ${id}`,
      shown: (
        <Link to="/subscribers" search={{ group_id: id }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    })),
    {
      key: "groups",
      shown:
        others > 0 &&
        (named.length > 0 ? plural(others, "# other group", "# other groups") : plural(others, "# group", "# groups")),
    },
    { key: "segments", shown: segmentIds.length > 0 && plural(segmentIds.length, "# segment", "# segments") },
    ...roles.slice(0, mostNames).map((role) => ({ key: `role ${role}`, shown: <bdi>{role}</bdi> })),
    { key: "roles", shown: otherRoles > 0 && plural(otherRoles, "# other role", "# other roles") },
    { key: "users", shown: users.length > 0 && plural(users.length, "# user", "# users") },
    { key: "customers", shown: customers && t`all customers` },
    { key: "numbers", shown: numbers > 0 && plural(numbers, "# number", "# numbers") },
  ].filter(({ shown }) => shown !== false);
  return parts.map(({ key, shown }, index) => (
    <span key={key}>
      {index > 0 && ", "}
      {shown}
    </span>
  ));
}
