import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { Count } from "../../components/count.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Phone } from "../../components/phone.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import { type Draft, filterOf } from "./filter.ts";
import classes from "./segments.module.css";

/** So many people are shown. */
const shown = 8;

export type MatchingProps = {
  readonly draft: Draft;
  /** Of a stored segment: those of its people who would get a text. */
  readonly reachable?: number | undefined;
  /** The list of all of them; absent while the filter is not saved. */
  readonly segment?: number | undefined;
};

type Pagination = { readonly total: number; readonly total_capped: boolean };

/** Asks who matches a filter while it is written. */
function useMatching(draft: Draft) {
  const [settled] = useDebouncedValue(JSON.stringify(filterOf(draft) ?? null), 300);
  const filter = JSON.parse(settled) as NonNullable<Parameters<typeof tidings.listSubscribers>[0]>["filter"] | null;
  return useQuery({
    queryKey: ["subscribers", "matching", settled],
    queryFn: async ({ signal }) =>
      await tidings.listSubscribers({ filter: filter!, state: "all", per_page: shown }, { signal }),
    enabled: filter !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** How many people match, and the newest of them. */
export function Matching({ draft, reachable, segment }: MatchingProps) {
  const people = useMatching(draft);
  const none = filterOf(draft) === undefined;
  const { data } = people;
  if (none) {
    return (
      <Panel title={t`People`}>
        <p className={classes.quiet}>{t`Add a condition and fill it in: who matches appears here.`}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t`People`}>
      {people.error && !people.isFetching && (
        <ErrorView
          error={people.error}
          title={t`The people could not be counted`}
          onRetry={() => void people.refetch()}
        />
      )}
      {!data && !people.error && <Skeleton height={260} />}
      {data && (
        <div aria-busy={people.isPlaceholderData} className={classes.people}>
          <p className={classes.figure} role="status">
            <Total of={data.pagination} />
          </p>
          {reachable !== undefined && (
            <p className={classes.quiet}>
              {plural(
                reachable,
                "# of them would get a text: subscribed, reachable, and not opted out.",
                "# of them would get a text: subscribed, reachable, and not opted out.",
              )}
            </p>
          )}
          <ul>
            {data.items.map(({ id, name, mobile, state }) => (
              <li key={id}>
                <Link to="/subscribers/$id" params={{ id: `${id}` }}>
                  <bdi dir="auto">{name || t`No name`}</bdi>
                </Link>
                <span className={classes.quiet}>
                  <Phone number={mobile} />
                </span>
                <StateBadge of="subscriber" state={state} />
              </li>
            ))}
          </ul>
          {segment !== undefined && data.pagination.total > data.items.length && (
            <Link to="/subscribers" search={{ segment, state: "all" }}>{t`Show all of them`}</Link>
          )}
        </div>
      )}
    </Panel>
  );
}

function Total({ of: { total, total_capped: capped } }: { readonly of: Pagination }) {
  const number = (
    <strong>
      <Count value={total} capped={capped} />
    </strong>
  );
  return total === 1 ? rich`${number} person matches now` : rich`${number} people match now`;
}
