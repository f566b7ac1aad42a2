import { useRouteContext } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import type { NavigationEntry } from "../area.ts";
import type { RouterContext } from "../root-route.tsx";

/** The entries that this person may open, in the order of the sidebar. */
export function useNavigation(): readonly NavigationEntry[] {
  const { navigation }: RouterContext = useRouteContext({ from: "__root__" });
  const can = useCan();
  return navigation.filter(({ capability }) => !capability || can(capability));
}
