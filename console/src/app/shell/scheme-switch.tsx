import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from "@mantine/core";

import { Icon, type IconName } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";

const next: Readonly<Record<MantineColorScheme, MantineColorScheme>> = { auto: "light", light: "dark", dark: "auto" };
const icons: Readonly<Record<MantineColorScheme, IconName>> = { auto: "monitor", light: "sun", dark: "moon" };
const words: Readonly<Record<MantineColorScheme, string>> = { auto: "as the system", light: "light", dark: "dark" };

/** Colours as the system's, light, dark: the choice stays in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = t`Colors: ${words[colorScheme]}. Change to ${words[next[colorScheme]]}`;
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={label}
      data-hint={t`Colors: ${words[colorScheme]}`}
      data-hint-align="end"
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <Icon name={icons[colorScheme]} />
    </ActionIcon>
  );
}
