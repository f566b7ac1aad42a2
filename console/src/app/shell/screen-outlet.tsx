import { Link, Outlet, useMatches } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef } from "react";

import { useCan } from "../../api/session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { capabilityNames } from "../../lib/capability.ts";
import { t } from "../../lib/translate.ts";
import { isPaletteOpen } from "./open-overlays.ts";

/** The screen, or what the person's roles lack for it. */
export function ScreenOutlet() {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const can = useCan();
  const { capability, title } = match?.staticData ?? {};
  const path = match?.pathname ?? "";
  const first = useRef(true);
  // Before what the screen itself sets, which has the name of what it shows.
  useLayoutEffect(() => {
    if (title) document.title = `${title} · Tidings`;
  }, [path, title]);
  useEffect(() => {
    // A screen reader continues at the beginning of the new screen; the first page is read from its top anyway.
    if (!first.current && !isPaletteOpen()) {
      document.querySelector<HTMLElement>("#screen h1")?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [path]);
  if (capability && !can(capability)) {
    return (
      <EmptyState
        page
        icon="lock"
        title={t`You may not ${capabilityNames[capability]}`}
        action={<Link to="/account">{t`See what you may do`}</Link>}
      >{t`This screen needs a role that may ${capabilityNames[capability]}. Ask whoever manages people and roles here for one.`}</EmptyState>
    );
  }
  return <Outlet />;
}
