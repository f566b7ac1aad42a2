import { Button } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { MenuButton } from "../../components/menu-button.tsx";
import type { MenuEntry } from "../../components/menu-entries.tsx";
import { t } from "../../lib/translate.ts";

export type ScheduleMenuProps = {
  readonly busy: boolean;
  /** undefined: there is no run to skip. */
  readonly onSkip: (() => void) | undefined;
  /** undefined: it needs a license. */
  readonly onRun: (() => void) | undefined;
  readonly onCancel: () => void;
};

/** What is done with a schedule less often than pausing and changing it. */
export function ScheduleMenu({ busy, onSkip, onRun, onCancel }: ScheduleMenuProps) {
  const skip: MenuEntry = { id: "skip", label: t`Skip the next run`, icon: "minus", shortcut: "S", onClick: onSkip };
  const entries: readonly MenuEntry[] = [
    ...(onSkip ? [skip] : []),
    {
      id: "run",
      label: onRun ? t`Run it now` : t`Run it now (needs a license)`,
      icon: "send",
      shortcut: "N",
      disabled: !onRun,
      onClick: onRun,
    },
    { id: "cancel", label: t`Cancel the schedule`, icon: "ban", shortcut: "C", danger: true, onClick: onCancel },
  ];
  return (
    <MenuButton
      position="bottom-end"
      entries={entries}
      button={(props) => (
        <Button
          {...props}
          variant="default"
          disabled={busy}
          rightSection={<Icon name="chevron-down" size={12} />}
        >{t`More`}</Button>
      )}
    />
  );
}
