import { ActionIcon } from "@mantine/core";
import type { Schemas } from "tidings-client";

import { nameColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { Icon } from "../../components/icon.tsx";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./passkeys.module.css";

export type Passkey = Schemas["Passkey"];

export function passkeyColumns(
  choose: (step: "rename" | "remove", passkey: Passkey) => void,
): readonly Column<Passkey>[] {
  return [
    nameColumn,
    {
      id: "used",
      head: t`Last used`,
      width: "minmax(0, 1fr)",
      cell: ({ last_used_at: at }) => (at === null ? t`never` : <Time at={at} />),
    },
    {
      id: "added",
      head: t`Added`,
      width: "120px",
      phone: "hidden",
      cell: ({ created_at: at }) => <Time at={at} />,
    },
    {
      id: "actions",
      head: t`Actions`,
      width: "88px",
      align: "end",
      phone: "end",
      cell: (passkey) => (
        <span className={classes.actions}>
          <ActionIcon variant="subtle" aria-label={t`Rename ${passkey.name}`} onClick={() => choose("rename", passkey)}>
            <Icon name="edit" size={14} />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label={t`Remove ${passkey.name}`} onClick={() => choose("remove", passkey)}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </span>
      ),
    },
  ];
}
