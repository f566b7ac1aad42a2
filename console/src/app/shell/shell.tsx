import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useSession } from "../../api/session.ts";
import { useLiveConnection } from "../../api/use-live.ts";
import { Announcer } from "../../components/announce.tsx";
import { OverlayHost } from "../../components/overlays/overlay-host.tsx";
import { listenToKeys } from "../../commands/keyboard.ts";
import { t } from "../../lib/translate.ts";
import { SandboxBanner } from "./sandbox-banner.tsx";
import { ScreenOutlet } from "./screen-outlet.tsx";
import { ShellCommands } from "./shell-commands.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

const storageKey = "tidings-sidebar";

/** What surrounds every screen. */
export function Shell() {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(storageKey) === "narrow");
  const [crowded, setCrowded] = useState(false);
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { site } = useSession();
  useLiveConnection();
  useEffect(listenToKeys, []);
  useEffect(() => void import("./keep-focus.ts").then(({ keepFocus }) => keepFocus()), []);
  useEffect(() => void import("./print-times.ts").then(({ printTimes }) => printTimes()), []);
  // On a phone the menu covers the screen that it leads to.
  useEffect(() => setOpen(false), [path]);
  const toggle = () => {
    // Wanted in spite of the phone.
    if (crowded && !narrow) return setCrowded(false);
    localStorage.setItem(storageKey, narrow ? "wide" : "narrow");
    setNarrow(!narrow);
  };
  return (
    <div className={classes.shell} data-narrow={narrow || crowded || undefined}>
      <a href="#screen" className={classes.skip}>{t`Skip to the content`}</a>
      <Sidebar open={open} narrow={narrow || crowded} onToggle={toggle} onClose={() => setOpen(false)} />
      <div className={classes.column}>
        <TopBar onMenu={() => setOpen(true)} menuOpen={open} onCrowded={setCrowded} />
        {site.sandbox && <SandboxBanner />}
        <main id="screen" tabIndex={-1} className={classes.screen}>
          <ScreenOutlet />
        </main>
      </div>
      <ShellCommands onToggleSidebar={toggle} />
      <OverlayHost />
      <Announcer />
    </div>
  );
}
