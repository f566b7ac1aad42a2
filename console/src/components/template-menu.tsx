import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../api/client.ts";
import { t } from "../lib/translate.ts";
import classes from "./filters.module.css";
import { Icon } from "./icon.tsx";
import { MenuButton } from "./menu-button.tsx";

export type Template = Operations["getTemplate"]["data"];

const MOST = 50;

export type TemplateMenuProps = {
  readonly onPick: (template: Template) => void;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** More entries, below the templates. */
  readonly children?: ReactNode;
};

/** Texts that were stored before. */
export function TemplateMenu({ onPick, opened, onOpened, children }: TemplateMenuProps) {
  const { data, isError } = useQuery({
    queryKey: ["templates", "menu"],
    queryFn: ({ signal }) => tidings.listTemplates({ per_page: MOST }, { signal }),
  });
  return (
    <MenuButton
      position="bottom-end"
      width={280}
      className={classes.menu}
      opened={opened}
      onChange={onOpened}
      button={(props) => (
        <Button
          {...props}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="template" size={14} />}
        >{t`Templates`}</Button>
      )}
    >
      {data?.items.map((template) => (
        <Menu.Item key={template.id} onClick={() => onPick(template)}>
          <bdi>{template.name}</bdi>
        </Menu.Item>
      ))}
      {isError && <Menu.Label>{t`The templates could not be read`}</Menu.Label>}
      {data?.items.length === 0 && <Menu.Label>{t`No templates yet: write a text and save it.`}</Menu.Label>}
      {data?.pagination.next_cursor && <Menu.Item component={Link} to="/templates">{t`All templates`}</Menu.Item>}
      {children}
    </MenuButton>
  );
}
