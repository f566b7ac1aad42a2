import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Time } from "../../components/time.tsx";
import { duration } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";
import classes from "./schedules.module.css";

/** So many are named; the others are counted. */
const mostNames = 10;

export function ScheduleFacts({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { audience, rate_per_minute: rate, if_late: late, late_after: after } = schedule;
  return (
    <dl className={classes.facts}>
      <Fact name="To">
        <Audience schedule={schedule} />
      </Fact>
      <Fact name="Who belongs to it">
        {audience === "frozen" ? t`Whoever did when it was made` : t`Whoever does when it runs`}
      </Fact>
      <Fact name="Sender">{schedule.sender ?? t`the gateway's own`}</Fact>
      <Fact name="Kind">{schedule.category}</Fact>
      <Fact name="Rate">{rate === null ? t`as fast as the gateway allows` : t`at most ${rate} a minute`}</Fact>
      <Fact name={`If it is more than ${duration(after)} late`}>
        {late === "send" ? t`It is sent all the same` : t`It is left out`}
      </Fact>
      <Fact name="Made">
        <Time at={schedule.created_at} show="exact" />
      </Fact>
      <Fact name="Last run">{schedule.last_run ? <Time at={schedule.last_run} show="exact" /> : t`none yet`}</Fact>
    </dl>
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
  const parts: { readonly key: string; readonly shown: ReactNode }[] = [
    ...(groupIds === "all" ? [{ key: "all", shown: "all groups" }] : []),
    ...named.map(({ id, name }) => ({
      key: t`group ${id}`,
      shown: (
        <Link to={"/subscribers" as string} search={{ group_id: id } as never}>
          <bdi>{name}</bdi>
        </Link>
      ),
    })),
    ...count(others, named.length > 0 ? "other group" : "group"),
    ...count(segmentIds.length, "segment"),
    ...roles.slice(0, mostNames).map((role) => ({ key: t`role ${role}`, shown: <bdi>{role}</bdi> })),
    ...count(Math.max(0, roles.length - mostNames), "other role"),
    ...count(users.length, "user"),
    ...(customers ? [{ key: "customers", shown: "all customers" }] : []),
    ...count(numbers, "number"),
  ];
  return parts.map(({ key, shown }, index) => (
    <span key={key}>
      {index > 0 && ", "}
      {shown}
    </span>
  ));
}

const count = (value: number, one: string) => (value > 0 ? [{ key: one, shown: plural(value, one, `${one}s`) }] : []);

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
