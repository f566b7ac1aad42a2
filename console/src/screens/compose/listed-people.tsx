import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Phone } from "../../components/phone.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { readablePhone } from "../../lib/phone.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import { type Draft, previewedInput } from "./draft.ts";
import { type ListedCount, listedTitles } from "./listed-count.ts";
import type { Preview } from "./use-preview.ts";

type Person = Operations["listPreviewPeople"]["data"]["people"][number];

export type ListedPeopleProps = {
  readonly draft: Draft;
  /** Of the draft; undefined: on its way. */
  readonly preview: Preview | undefined;
  /** undefined: closed. */
  readonly reason: ListedCount | undefined;
  readonly onClose: () => void;
};

/** The people behind a number of the preview. */
export function ListedPeople({ draft, preview, reason, onClose }: ListedPeopleProps) {
  return (
    <Drawer title={reason && listedTitles[reason]} opened={reason !== undefined} onClose={onClose} width={440}>
      {reason && <People draft={draft} preview={preview} reason={reason} />}
    </Drawer>
  );
}

function People({ draft, preview, reason }: Omit<ListedPeopleProps, "onClose"> & { readonly reason: ListedCount }) {
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
    <div className={classes.listed}>
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
      {data.more && data.people.length > 0 && (
        <p className={classes.quiet}>{othersOf(preview, reason, data.people.length)}</p>
      )}
      {all && mayList && (
        <Link to={all.to} search={all.search}>
          {all.label}
        </Link>
      )}
    </div>
  );
}

/** How many there are besides those who are listed, where the preview counts people. */
function othersOf(preview: Preview | undefined, reason: ListedCount, listed: number): string {
  const others = preview && reason !== "duplicates" ? peopleIn(preview.people)[reason] - listed : 0;
  if (others <= 0) return t`And others.`;
  return preview!.people.exact
    ? plural(others, "And # other.", "And # others.")
    : plural(others, "And about # other.", "And about # others.");
}

/** Entries of duplicates are no people of their own. */
const peopleIn = (people: Preview["people"]) => ({
  ...people,
  matched: people.matched - people.duplicates - people.invalid,
  without_consent: people.without_consent ?? 0,
});

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
function listOf({ everyone, groups, segments }: Draft, reason: ListedCount) {
  if (reason === "suppressed") return { to: "/suppressions", search: {}, label: t`All suppressed numbers` };
  const [group] = groups;
  const one = groups.length === 1 && segments.length === 0 ? { group_id: group!.id } : null;
  const search = everyone ? {} : one;
  if (reason !== "unconfirmed" || !search) return null;
  return { to: "/subscribers", search: { ...search, state: "pending" }, label: t`All who have not confirmed yet` };
}
