import { ActionIcon } from "@mantine/core";

import { Icon } from "../../components/icon.tsx";
import { Keys } from "../../components/keys.tsx";
import { LiveStatus } from "../../components/live-status.tsx";
import { t } from "../../lib/translate.ts";
import { openPalette } from "./open-overlays.ts";
import { PhoneSlot, type PhoneSlotProps } from "./sandbox-phone/phone-slot.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import classes from "./top-bar.module.css";
import { UserMenu } from "./user-menu.tsx";

export type TopBarProps = Pick<PhoneSlotProps, "onCrowded"> & {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
};

export function TopBar({ menuOpen, onMenu, onCrowded }: TopBarProps) {
  return (
    <header className={classes.bar} data-top-bar>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        size={40}
        aria-label={t`Menu`}
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenu}
      >
        <Icon name="menu" size={20} />
      </ActionIcon>
      <button type="button" className={classes.search} aria-haspopup="dialog" onClick={() => void openPalette()}>
        <Icon name="search" size={16} />
        <span className={classes.wide}>{t`Search or do…`}</span>
        <span className={classes.narrow}>{t`Search`}</span>
        <span className={classes.keys}>
          <Keys keys="mod+k" />
        </span>
      </button>
      <div className={classes.end}>
        <LiveStatus />
        <PhoneSlot onCrowded={onCrowded} />
        <SchemeSwitch />
        <UserMenu />
      </div>
    </header>
  );
}
