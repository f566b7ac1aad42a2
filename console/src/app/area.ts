import type { AnyRoute } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import type { IconName } from "../components/icon.tsx";
import type { Capability } from "../lib/capability.ts";
import { t, term } from "../lib/translate.ts";

/** The groups of entries in the sidebar, with their headings; the order here is the order there. */
export const sections = {
  "": term("Start", "section"),
  Send: t`Send`,
  People: t`People`,
  Connect: t`Connect`,
  Site: t`Site`,
} as const;

type FoundType = Operations["search"]["data"]["results"][number]["type"];

/** A place in the navigation: the sidebar, the palette, and the key `g` followed by `letter`. */
export type NavigationEntry = {
  readonly label: string;
  readonly path: string;
  readonly icon: IconName;
  readonly section: keyof typeof sections;
  /** Without it the entry is absent. */
  readonly capability?: Capability;
  readonly letter?: string;
  /** Shown as the sidebar's button and not as an entry: the one main action of the console. */
  readonly primary?: true;
  /** Only in the palette and the user menu. */
  readonly hidden?: true;
  /** The results of the API's search that this area shows, with the address of each: the palette offers no others. */
  readonly finds?: { readonly [Type in FoundType]?: (id: string) => string };
};

/** What `screens/<area>/routes.ts` exports. `app/areas.ts` lists all of them. */
export type Area = {
  readonly entries: readonly NavigationEntry[];
  readonly routes: readonly AnyRoute[];
};

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The title of the browser's tab, until the screen names the thing that it shows. */
    title?: string;
    /** Without it the screen is replaced by a page that names what is missing. */
    capability?: Capability;
  }
}
