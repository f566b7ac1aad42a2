import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../components/empty-state.tsx";

export function NotFound() {
  return (
    <EmptyState
      icon="search"
      title="There is no such page"
      action={
        <Button component={Link} to="/">
          Go to the start page
        </Button>
      }
    >
      The address is misspelled, or what it led to was deleted.
    </EmptyState>
  );
}
