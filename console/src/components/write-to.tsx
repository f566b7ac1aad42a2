import { ActionIcon, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCan } from "../api/session.ts";
import { type Command, useCommands } from "../commands/registry.ts";
import { t } from "../lib/translate.ts";
import { useNavigateTo } from "../lib/use-navigate-to.ts";
import { Icon, type IconName } from "./icon.tsx";

/** The recipient of a new message, as in the address of the screen. */
export type Recipient =
  | { readonly group: number }
  /** Ids with commas between them. */
  | { readonly groups: string }
  | { readonly segment: number }
  | { readonly subscriber: number }
  | { readonly user: number };

/** The recipient for all members of some groups. */
export function writtenTo(groups: readonly { readonly id: number }[]): Recipient {
  const [only, ...others] = groups;
  return only && others.length === 0 ? { group: only.id } : { groups: groups.map(({ id }) => id).join(",") };
}

export type WriteToProps = {
  readonly to: Recipient;
  /** Of the person or the people. */
  readonly name: string;
};

/** The command that opens a new message to a person; none for users who may not send. */
export function useWriteTo(): (to: Recipient, name: string) => readonly Command[] {
  const may = useCan()("svc_sendsms");
  const go = useNavigateTo();
  return (to, name) =>
    may
      ? [{ id: "write-to", label: t`Write to ${name}`, keys: "w", icon: "message", run: () => go("/compose", to) }]
      : [];
}

/** Opens a new message to a person, for users who may send. */
export function WriteTo({ to, name, inDrawer = false }: WriteToProps & { readonly inDrawer?: boolean }) {
  const commands = useWriteTo()(to, name);
  useCommands(inDrawer ? commands.map((command) => ({ ...command, inDrawer: true as const })) : commands);
  if (commands.length === 0) return null;
  return (
    <NewMessageLink search={to} icon="message">
      {t`Write a message`}
    </NewMessageLink>
  );
}

export type NewMessageLinkProps = {
  readonly search: object;
  readonly icon: IconName;
  readonly children: string;
};

/** Leads to a new message, as the key `w` does. */
export function NewMessageLink({ search, icon, children }: NewMessageLinkProps) {
  return (
    <Button
      component={Link}
      to="/compose"
      search={search as never}
      variant="default"
      leftSection={<Icon name={icon} size={14} />}
      rightSection={<kbd>W</kbd>}
    >
      {children}
    </Button>
  );
}

/** The same at the end of a row. */
export function WriteToIcon({ to, name }: WriteToProps) {
  const may = useCan()("svc_sendsms");
  if (!may) return null;
  return (
    <ActionIcon
      component={Link}
      to="/compose"
      search={to as never}
      variant="subtle"
      aria-label={t`Write to ${name}`}
      aria-keyshortcuts="w"
    >
      <Icon name="message" size={14} />
    </ActionIcon>
  );
}
