import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { reasonWords } from "../../lib/reason-words.ts";
import { t } from "../../lib/translate.ts";
import { SuppressionDrawer } from "../suppressions/suppression-drawer.tsx";
import type { Person } from "./subscriber-facts.tsx";
import classes from "./subscribers.module.css";

/** Why the person gets nothing, or nothing from one sender, each with what ends it. */
export function PersonSuppressions({ person: { mobile } }: { readonly person: Person }) {
  const [values, change] = useFilterState();
  const entries = useQuery({
    queryKey: ["subscribers", "suppressions of", mobile],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listSuppressions({ search: mobile, per_page: 100 }, { signal });
      // What keeps everything from the person stands first.
      return items
        .filter(({ number }) => number === mobile)
        .toSorted((one, other) => Number(one.sender !== null) - Number(other.sender !== null));
    },
  });
  const [first] = entries.data ?? [];
  const open = typeof values["entry"] === "number" ? values["entry"] : undefined;
  useCommands(
    first
      ? [
          {
            id: "lift",
            label: t`Lift the suppression`,
            keys: "l",
            icon: "undo",
            run: () => change({ entry: first.id }),
          },
        ]
      : [],
  );
  return (
    <>
      {entries.error && <ErrorView error={entries.error} onRetry={() => void entries.refetch()} />}
      {entries.data && entries.data.length > 0 && (
        <ul className={classes.suppressions} aria-label={t`Suppressions`}>
          {entries.data.map(({ id, kind, reason, sender }) => (
            <li key={id}>
              <span>
                <bdi dir="auto">{reasonWords(reason)}</bdi>
                {sender !== null && <span className={classes.quiet}> · {t`only from ${sender}`}</span>}
              </span>
              <StateBadge of="suppression" state={kind} />
              <Button
                variant="default"
                size="xs"
                rightSection={id === first?.id && <kbd>L</kbd>}
                onClick={() => change({ entry: id })}
              >
                {kind === "maybe_opt_out" ? t`Decide` : t`Lift it`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SuppressionDrawer id={open} onClose={() => change({ entry: undefined })} />
    </>
  );
}
