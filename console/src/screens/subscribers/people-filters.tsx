import { Filters } from "../../components/filters/filters.tsx";
import { badges } from "../../components/state-badges.ts";
import { t } from "../../lib/translate.ts";
import classes from "./subscribers.module.css";
import { useGroups } from "./use-groups.ts";
import { useSegments } from "./use-segments.ts";

const states = [
  ...(["active", "pending", "bounced", "left"] as const).map((value) => ({
    value,
    label: badges.subscriber[value].word,
  })),
  { value: "all", label: t`Everyone` },
];

/** By name or number, state, group and segment. */
export function PeopleFilters() {
  const groups = useGroups();
  const segments = useSegments();
  return (
    <div className={classes.filters}>
      <Filters
        search={{ name: "q", label: t`Name or number` }}
        filters={[
          { name: "state", label: t`State`, options: states },
          {
            name: "group_id",
            label: t`Group`,
            options: groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
          },
          {
            name: "segment",
            label: t`Segment`,
            options: segments.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
          },
        ]}
      />
    </div>
  );
}
