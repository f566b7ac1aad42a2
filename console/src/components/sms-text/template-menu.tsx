import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { t } from "../../lib/translate.ts";
import classes from "../filters/filters.module.css";
import { Icon } from "../icon.tsx";
import { MenuButton } from "../menu-button.tsx";
import type { MenuEntry } from "../menu-entries.tsx";
import { Skeleton } from "../skeleton.tsx";

export type Template = Operations["getTemplate"]["data"];

const MOST = 50;

export type TemplateMenuProps = {
  readonly onPick: (template: Template) => void;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** Below the templates. */
  readonly more?: readonly MenuEntry[];
};

/** Texts that were stored before. */
export function TemplateMenu({ onPick, opened, onOpened, more = [] }: TemplateMenuProps) {
  const [used, setUsed] = useState(opened);
  if (opened && !used) setUsed(true);
  const { data, isError } = useQuery({
    queryKey: ["templates", "menu"],
    queryFn: ({ signal }) => tidings.listTemplates({ per_page: MOST }, { signal }),
    enabled: used,
  });
  const entries: readonly MenuEntry[] = [
    ...(data?.items ?? []).map((template) => ({
      id: template.id,
      label: <bdi>{template.name}</bdi>,
      onClick: () => onPick(template),
    })),
    ...(isError ? [{ heading: t`The templates could not be read` }] : []),
    ...(!data && !isError ? [{ heading: <Skeleton width={160} height={16} /> }] : []),
    ...(data?.items.length === 0 ? [{ heading: t`No templates yet: write a text and save it.` }] : []),
    ...(data?.pagination.next_cursor ? [{ id: "all", label: t`All templates`, to: "/templates" }] : []),
    ...more,
  ];
  return (
    <MenuButton
      position="bottom-end"
      width={280}
      className={classes.menu}
      opened={opened}
      onChange={onOpened}
      entries={entries}
      button={(props) => (
        <Button
          {...props}
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="template" size={14} />}
        >{t`Templates`}</Button>
      )}
    />
  );
}
