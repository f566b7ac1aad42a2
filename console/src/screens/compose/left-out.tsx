import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Drawer } from "../../components/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Phone } from "../../components/phone.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { readablePhone } from "../../lib/phone.ts";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import { type Draft, previewedInput } from "./draft.ts";

export type LeftOutReason = NonNullable<Operations["listPreviewPeople"]["input"]["reason"]>;
type Person = Operations["listPreviewPeople"]["data"]["people"][number];

const titles: Readonly<Record<LeftOutReason, string>> = {
  suppressed: t`Opted out or blocked`,
  unconfirmed: t`Not confirmed yet`,
  over_cap: t`Over the frequency cap`,
  without_consent: t`Without a consent on record`,
};

/** The value of the address. */
export const leftOutReason = (value: unknown): LeftOutReason | undefined =>
  typeof value === "string" && Object.hasOwn(titles, value) ? (value as LeftOutReason) : undefined;

export type LeftOutProps = {
  readonly draft: Draft;
  /** undefined: closed. */
  readonly reason: LeftOutReason | undefined;
  readonly onClose: () => void;
};

/** Who gets nothing of the draft, or waits, and for which reason. */
export function LeftOut({ draft, reason, onClose }: LeftOutProps) {
  return (
    <Drawer title={reason && titles[reason]} opened={reason !== undefined} onClose={onClose} width={440}>
      {reason && <People draft={draft} reason={reason} />}
    </Drawer>
  );
}

function People({ draft, reason }: { readonly draft: Draft; readonly reason: LeftOutReason }) {
  const mayList = useCan()("svc_subscribers");
  const input = previewedInput(draft);
  const query = useQuery({
    queryKey: ["preview", "people", reason, JSON.stringify(input)],
    queryFn: async ({ signal }) => await tidings.listPreviewPeople({ ...input, reason }, { signal }),
  });
  const { data } = query;
  if (query.error) return <ErrorView error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={280} />;
  const all = listOf(draft, reason);
  return (
    <div className={classes.leftOut}>
      {data.people.length === 0 && (
        <p>{data.more ? t`There are too many people to look through.` : t`Nobody any more.`}</p>
      )}
      <ul>
        {data.people.map((person, index) => (
          <li key={`${person.kind} ${person.id ?? index}`}>
            <Name person={person} />
            {person.phone && person.phone !== person.label && (
              <span className={classes.quiet}>
                <Phone number={person.phone} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {data.more && data.people.length > 0 && <p className={classes.quiet}>{t`And others.`}</p>}
      {all && mayList && (
        <Link to={all.to} search={all.search}>
          {all.label}
        </Link>
      )}
    </div>
  );
}

function Name({ person: { kind, id, label } }: { readonly person: Person }) {
  const can = useCan();
  const name = <bdi dir="auto">{readablePhone(label)}</bdi>;
  if (kind === "subscriber" && can("svc_subscribers")) {
    return (
      <Link to="/subscribers/$id" params={{ id: `${id}` }}>
        {name}
      </Link>
    );
  }
  if (kind === "user" && can("svc_users")) {
    return (
      <Link to="/users" search={{ user: id }}>
        {name}
      </Link>
    );
  }
  return name;
}

/** The screen that lists these people and others, as far as its filters can say it. */
function listOf({ everyone, groups, segments }: Draft, reason: LeftOutReason) {
  if (reason === "suppressed") return { to: "/suppressions", search: {}, label: t`All suppressed numbers` };
  const [group] = groups;
  const one = groups.length === 1 && segments.length === 0 ? { group_id: group!.id } : null;
  const search = everyone ? {} : one;
  if (reason !== "unconfirmed" || !search) return null;
  return { to: "/subscribers", search: { ...search, state: "pending" }, label: t`All who have not confirmed yet` };
}
