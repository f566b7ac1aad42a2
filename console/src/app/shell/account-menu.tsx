import { Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";

import { useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { UnfoldedMenu, type UnfoldedProps } from "../../components/unfolded.tsx";
import { consoleLanguages, ownName, speak } from "../../lib/console-language.ts";
import { locale } from "../../lib/locale.ts";
import { t } from "../../lib/translate.ts";
import { openKeyboardHelp } from "./open-overlays.ts";
import { signOut } from "./sign-out.ts";
import { useNavigation } from "./use-navigation.ts";
import classes from "./account-menu.module.css";

export function AccountMenu(unfolded: UnfoldedProps) {
  return (
    <UnfoldedMenu {...unfolded} position="bottom-end" width={240}>
      <Items />
    </UnfoldedMenu>
  );
}

/** Rendered when the menu is opened, because the languages' own names take a while to compute. */
function Items() {
  const { user, site } = useSession();
  const navigate = useNavigate();
  const own = useNavigation().filter((entry) => entry.hidden);
  return (
    <>
      <div className={classes.who}>
        <strong>
          <bdi>{user.name || user.username}</bdi>
        </strong>
        <span>
          <bdi>{user.email}</bdi>
        </span>
      </div>
      <Menu.Divider />
      {own.map((entry) => (
        <Menu.Item
          key={entry.path}
          leftSection={<Icon name={entry.icon} size={16} />}
          onClick={() => void navigate({ to: entry.path })}
        >
          {entry.label}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<Icon name="keyboard" size={16} />}
        onClick={() => void openKeyboardHelp()}
      >{t`Keyboard shortcuts`}</Menu.Item>
      <Menu.Item
        leftSection={<Icon name="help" size={16} />}
        component="a"
        href="/docs"
        target="_blank"
      >{t`Documentation`}</Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t`Language`}</Menu.Label>
      {consoleLanguages.map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          aria-current={language === locale() ? "true" : undefined}
          leftSection={language === locale() ? <Icon name="check" size={16} /> : <span className={classes.unchecked} />}
          onClick={() => speak(language)}
        >
          {ownName(language)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        leftSection={<Icon name="sign-out" size={16} />}
        onClick={() => void signOut(user.id)}
      >{t`Sign out`}</Menu.Item>
      <div className={classes.version}>{`Tidings ${site.version}`}</div>
    </>
  );
}
