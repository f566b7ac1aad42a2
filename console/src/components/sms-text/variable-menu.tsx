import { Button } from "@mantine/core";
import { useState } from "react";

import { useCan, useSession } from "../../api/session.ts";
import { useFields } from "../../api/use-fields.ts";
import { t } from "../../lib/translate.ts";
import { Icon } from "../icon.tsx";
import { MenuButton } from "../menu-button.tsx";
import type { MenuEntry } from "../menu-entries.tsx";
import classes from "./sms-text-field.module.css";

const ofAnybody = [
  ["{{name}}", t`Name`],
  ["{{first_name}}", t`First name`],
  ["{{first_name | there}}", t`First name, or “there”`],
  ["{{number}}", t`Phone number`],
] as const;
const links = [
  ["{{unsubscribe_url}}", t`Link to unsubscribe`],
  ["{{preferences_url}}", t`Link to choose groups`],
] as const;

/** The variables of a text: those that everybody has, and for subscribers their links and the site's own fields. */
export function VariableMenu({ onInsert }: { readonly onInsert: (variable: string) => void }) {
  const [opened, setOpened] = useState(false);
  // Without a public address, the service refuses a text with a link.
  const hasLinks = useSession().site.public_url !== null;
  const mayRead = useCan()("svc_subscribers");
  const fields = useFields({ enabled: opened && mayRead });
  // Yes and no cannot be put into words that fit a text.
  const own = fields.data?.filter(({ archived, type }) => !archived && type !== "yes_no") ?? [];
  const insert = (variable: string, label: string): MenuEntry => ({
    id: variable,
    label: (
      <>
        <bdi>{label}</bdi> <code>{variable}</code>
      </>
    ),
    onClick: () => onInsert(variable),
  });
  const subscribers = [
    ...(hasLinks ? links.map(([variable, label]) => insert(variable, label)) : []),
    ...own.map(({ key, label }) => insert(`{{fields.${key}}}`, label)),
  ];
  const entries: readonly MenuEntry[] = [
    ...ofAnybody.map(([variable, label]) => insert(variable, label)),
    ...(subscribers.length > 0 ? [{ heading: t`Subscribers` }] : []),
    ...subscribers,
  ];
  return (
    <MenuButton
      position="bottom-end"
      className={classes.variables}
      opened={opened}
      onChange={setOpened}
      entries={entries}
      button={(props) => (
        <Button
          {...props}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
        >{t`Insert a variable`}</Button>
      )}
    />
  );
}
