import { useNavigate } from "@tanstack/react-router";

import type { Command } from "../../commands/registry.ts";
import { t } from "../../lib/translate.ts";
import { parts as developers } from "../../screens/developers/parts.ts";
import { parts as safety } from "../../screens/safety/parts.ts";
import { parts as settings } from "../../screens/settings/parts.ts";
import { parts as users } from "../../screens/users/parts.ts";
import { useNavigation } from "./use-navigation.ts";

/** By the address of the screen. */
const parts = { "/developers": developers, "/users": users, "/safety": safety, "/settings": settings };

/** A place within a page, by its id there. */
const places = [
  { label: t`Password`, id: "password" },
  { label: t`Second factor`, id: "second-factor" },
  { label: t`Passkeys`, id: "passkeys" },
  { label: t`Application passwords`, id: "application-passwords" },
];

/** What the palette finds within the screens that this person may open: a part of the settings, of the own profile. */
export function useParts(): readonly Command[] {
  const navigate = useNavigate();
  const screens = useNavigation();
  return screens.flatMap(({ label, path, icon }): Command[] => {
    const named = (id: string, part: string, run: () => void) => ({ id, label: t`${label}: ${part}`, icon, run });
    if (path === "/account") {
      return places.map(({ id, label: place }) =>
        named(`place-${id}`, place, () => void navigate({ to: path, hash: id })),
      );
    }
    const own = Object.entries(parts).find(([of]) => of === path)?.[1] ?? [];
    return own.map(({ name, label: part }) =>
      named(`part-${path}-${name}`, part, () => void navigate({ to: path, search: { part: name } as never })),
    );
  });
}
