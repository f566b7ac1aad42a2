import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { Icon } from "../../components/icon.tsx";
import { t, term } from "../../lib/translate.ts";
import { useIsPhone } from "../../lib/use-is-phone.ts";
import { type NavigationEntry, sections } from "../area.ts";
import { AlertBadge } from "./alert-badge.tsx";
import { Brand } from "./brand.tsx";
import classes from "./sidebar.module.css";
import { useNavigation } from "./use-navigation.ts";

export type SidebarProps = {
  /** Below 768 px it is a drawer, and this says whether it is open. */
  readonly open: boolean;
  /** Icons alone. */
  readonly narrow: boolean;
  readonly onToggle: () => void;
  readonly onClose: () => void;
};

export function Sidebar({ open, narrow, onToggle, onClose }: SidebarProps) {
  // A phone shows the links on demand: rendering them at first would only delay the screen.
  const phone = useIsPhone();
  const [drawn, setDrawn] = useState(false);
  if (!drawn && (open || !phone)) setDrawn(true);
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    panel.current?.querySelector("a")?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return (
    <>
      {open && <div className={classes.backdrop} onClick={onClose} />}
      <nav
        ref={panel}
        id="sidebar"
        aria-label={term("Main", "navigation")}
        className={classes.sidebar}
        data-open={open || undefined}
      >
        {drawn && <Entries narrow={narrow} small={narrow && !open} onToggle={onToggle} />}
      </nav>
    </>
  );
}

type EntriesProps = Pick<SidebarProps, "narrow" | "onToggle"> & { readonly small: boolean };

function Entries({ narrow, small, onToggle }: EntriesProps) {
  const entries = useNavigation().filter((entry) => !entry.hidden);
  const nav = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // In a low window the entry of the screen may be below the edge.
  useEffect(() => {
    if (path) nav.current?.querySelector("[data-status=active]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <>
      <Brand small={small} />
      {entries
        .filter((entry) => entry.primary)
        .map((entry) => (
          <Link key={entry.path} to={entry.path} className={classes.primary} {...hint(entry, narrow)}>
            <Icon name={entry.icon} size={16} />
            <span className={classes.label}>{entry.label}</span>
          </Link>
        ))}
      <div ref={nav} className={classes.nav}>
        {Object.entries(sections).map(([section, name]) => {
          const own = entries.filter((entry) => entry.section === section && !entry.primary);
          if (own.length === 0) return null;
          return (
            <div key={section} role="group" aria-label={name}>
              {section && <div className={classes.section}>{name}</div>}
              {own.map((entry) => (
                <Link
                  key={entry.path}
                  to={entry.path}
                  className={classes.entry}
                  activeOptions={{ includeSearch: false }}
                  {...hint(entry, narrow)}
                >
                  <Icon name={entry.icon} />
                  <span className={classes.label}>{entry.label}</span>
                  {entry.path === "/overview" && <AlertBadge />}
                </Link>
              ))}
            </div>
          );
        })}
      </div>
      <button type="button" className={classes.toggle} onClick={onToggle} aria-pressed={narrow}>
        <Icon name="sidebar" />
        <span className={classes.label}>{t`Narrow sidebar`}</span>
      </button>
    </>
  );
}

const hint = ({ label }: NavigationEntry, narrow: boolean) =>
  narrow ? { "data-hint": label, "data-hint-side": "end" } : {};
