import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../components/empty-state.tsx";
import { t } from "../lib/translate.ts";

export function NotFound() {
  return (
    <EmptyState
      page
      icon="search"
      title={t`There is no such page`}
      action={<Button component={Link} to="/">{t`Go to the start page`}</Button>}
    >{t`The address is misspelled, or what it led to was deleted.`}</EmptyState>
  );
}
