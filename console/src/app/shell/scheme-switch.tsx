import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from "@mantine/core";

import { Icon, type IconName } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";

const next: Readonly<Record<MantineColorScheme, MantineColorScheme>> = { auto: "light", light: "dark", dark: "auto" };
const icons: Readonly<Record<MantineColorScheme, IconName>> = { auto: "monitor", light: "sun", dark: "moon" };
const words: Readonly<Record<MantineColorScheme, string>> = {
  auto: t`Colors: as the system`,
  light: t`Colors: light`,
  dark: t`Colors: dark`,
};
const changes: Readonly<Record<MantineColorScheme, string>> = {
  auto: t`Change to as the system`,
  light: t`Change to light`,
  dark: t`Change to dark`,
};

/** Colors as the system's, light, dark: the choice stays in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      aria-label={`${words[colorScheme]}. ${changes[next[colorScheme]]}`}
      data-hint={words[colorScheme]}
      data-hint-align="end"
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <Icon name={icons[colorScheme]} />
    </ActionIcon>
  );
}
