import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { useCommands } from "../commands/registry.ts";
import { useFilterState } from "./filters/filters.tsx";
import classes from "./sub-nav.module.css";

export type SubNavPart<Name extends string> = { readonly name: Name; readonly label: string };

export type SubNavProps<Name extends string> = {
  /** What the parts belong to, for a screen reader: "Settings". */
  readonly label: string;
  readonly parts: readonly SubNavPart<Name>[];
  readonly current: Name;
};

/** The part that the address names as `?part=`, or the first one. */
export function usePart<Name extends string>(parts: readonly SubNavPart<Name>[]): Name {
  const [{ part }] = useFilterState();
  return (parts.find(({ name }) => name === part) ?? parts[0])!.name;
}

/**
 * The parts of a screen, as links: each has its address, and only the one that is open is in the page. Keys: 1 to 9.
 */
export function SubNav<Name extends string>({ label, parts, current }: SubNavProps<Name>) {
  const nav = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useCommands(
    parts.slice(0, 9).map(({ name, label: text }, index) => ({
      id: `part-${name}`,
      label: text,
      keys: String(index + 1),
      keyOnly: true,
      run: () => void navigate({ to: ".", search: { part: name }, resetScroll: false }),
    })),
  );
  useEffect(() => {
    const open = nav.current?.querySelector("[aria-current]");
    // Not scrollIntoView: the next Tab would go on from there.
    if (nav.current && open) nav.current.scrollBy({ left: middle(open) - middle(nav.current) });
  }, [current]);
  return (
    <nav ref={nav} aria-label={label} className={classes.nav}>
      {parts.map(({ name, label: text }) => (
        <Link
          key={name}
          to="."
          search={{ part: name }}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={name === current ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

function middle(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
