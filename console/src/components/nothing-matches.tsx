import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import { t } from "../lib/translate.ts";
import { EmptyState } from "./empty-state.tsx";

export type NothingMatchesProps = {
  readonly onClear: () => void;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
};

/** Shown in place of a list that has no rows with its filters. */
export function NothingMatches({ onClear, title = t`Nothing matches these filters`, children }: NothingMatchesProps) {
  return (
    <EmptyState
      icon="filter"
      title={title}
      action={<Button variant="default" onClick={onClear}>{t`Clear the filters`}</Button>}
    >
      {children}
    </EmptyState>
  );
}
