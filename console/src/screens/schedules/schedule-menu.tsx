import { Button, Menu } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { MenuButton } from "../../components/menu-button.tsx";
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
  return (
    <MenuButton
      position="bottom-end"
      button={(props) => (
        <Button
          {...props}
          variant="default"
          disabled={busy}
          rightSection={<Icon name="chevron-down" size={12} />}
        >{t`More`}</Button>
      )}
    >
      {onSkip && (
        <Menu.Item
          leftSection={<Icon name="minus" size={14} />}
          rightSection={<kbd>S</kbd>}
          onClick={onSkip}
        >{t`Skip the next run`}</Menu.Item>
      )}
      <Menu.Item
        leftSection={<Icon name="send" size={14} />}
        rightSection={<kbd>N</kbd>}
        disabled={!onRun}
        onClick={onRun}
      >
        {onRun ? t`Run it now` : t`Run it now (needs a license)`}
      </Menu.Item>
      <Menu.Item
        data-danger
        leftSection={<Icon name="ban" size={14} />}
        rightSection={<kbd>C</kbd>}
        onClick={onCancel}
      >{t`Cancel the schedule`}</Menu.Item>
    </MenuButton>
  );
}
