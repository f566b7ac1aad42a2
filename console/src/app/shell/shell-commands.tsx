import { useNavigate } from "@tanstack/react-router";

import { type Command, useCommands } from "../../commands/registry.ts";
import { t } from "../../lib/translate.ts";
import { openKeyboardHelp, openPalette } from "./open-overlays.ts";
import { useNavigation } from "./use-navigation.ts";

/** The commands that every screen has. */
export function ShellCommands({ onToggleSidebar }: { readonly onToggleSidebar: () => void }) {
  const navigate = useNavigate();
  const screens = useNavigation().map((entry): Command => {
    const keys = entry.letter ? { keys: `g ${entry.letter}` } : {};
    const go = () => void navigate({ to: entry.path });
    return {
      id: `go-${entry.path}`,
      label: entry.primary ? entry.label : t`Go to ${entry.label}`,
      icon: entry.icon,
      run: go,
      ...keys,
    };
  });
  useCommands([
    { id: "palette", label: t`Search or do`, keys: "mod+k", keyOnly: true, run: () => void openPalette() },
    { id: "search", label: t`Search or do`, keys: "/", keyOnly: true, run: () => void openPalette() },
    {
      id: "help",
      label: t`Show the keyboard shortcuts`,
      keys: "?",
      icon: "keyboard",
      run: () => void openKeyboardHelp(),
    },
    { id: "sidebar", label: t`Narrow or widen the sidebar`, keys: "[", icon: "sidebar", run: onToggleSidebar },
    ...screens,
  ]);
  return null;
}
