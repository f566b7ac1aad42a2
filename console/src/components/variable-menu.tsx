import { Button, Menu } from "@mantine/core";
import { useState } from "react";

import { useCan, useSession } from "../api/session.ts";
import { useFields } from "../api/use-fields.ts";
import { t } from "../lib/translate.ts";
import { Icon } from "./icon.tsx";
import { MenuButton } from "./menu-button.tsx";
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

/** What a text can say about each person: what everybody has, and of subscribers their links and the site's own fields. */
export function VariableMenu({ onInsert }: { readonly onInsert: (variable: string) => void }) {
  const [opened, setOpened] = useState(false);
  // Without an address that others reach, the service refuses a text with a link.
  const hasLinks = useSession().site.public_url !== null;
  const mayRead = useCan()("svc_subscribers");
  const fields = useFields({ enabled: opened && mayRead });
  // Yes and no have no words that fit a text.
  const own = fields.data?.filter(({ archived, type }) => !archived && type !== "yes_no") ?? [];
  return (
    <MenuButton
      position="bottom-end"
      className={classes.variables}
      opened={opened}
      onChange={setOpened}
      button={(props) => (
        <Button
          {...props}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
        >{t`Insert a variable`}</Button>
      )}
    >
      {ofAnybody.map(([variable, label]) => (
        <Menu.Item key={variable} onClick={() => onInsert(variable)}>
          {label} <code>{variable}</code>
        </Menu.Item>
      ))}
      {(hasLinks || own.length > 0) && <Menu.Label>{t`Subscribers`}</Menu.Label>}
      {hasLinks &&
        links.map(([variable, label]) => (
          <Menu.Item key={variable} onClick={() => onInsert(variable)}>
            {label} <code>{variable}</code>
          </Menu.Item>
        ))}
      {own.map(({ key, label }) => (
        <Menu.Item key={key} onClick={() => onInsert(`{{fields.${key}}}`)}>
          <bdi>{label}</bdi> <code>{`{{fields.${key}}}`}</code>
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
