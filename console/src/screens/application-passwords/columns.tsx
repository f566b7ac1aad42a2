import { ActionIcon } from "@mantine/core";
import type { Schemas } from "tidings-client";

import { nameColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { Icon } from "../../components/icon.tsx";
import { Time } from "../../components/time.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";

export type ApplicationPassword = Schemas["ApplicationPassword"];

export type PasswordActions = {
  /** The one that is being revoked. */
  readonly pending: string | undefined;
  readonly onRevoke: (password: ApplicationPassword) => void;
};

export function passwordColumns({ pending, onRevoke }: PasswordActions): readonly Column<ApplicationPassword>[] {
  return [
    nameColumn,
    {
      id: "used",
      head: t`Last used`,
      width: "minmax(0, 1fr)",
      cell: ({ last_used: at, last_ip: ip }) =>
        at === null ? t`never` : ip ? rich`${<Time at={at} />} from ${<span dir="ltr">{ip}</span>}` : <Time at={at} />,
    },
    { id: "created", head: t`Created`, width: "120px", phone: "hidden", cell: ({ created }) => <Time at={created} /> },
    {
      id: "actions",
      head: t`Actions`,
      width: "72px",
      align: "end",
      phone: "end",
      cell: (password) => (
        <ActionIcon
          variant="subtle"
          aria-label={t`Revoke ${password.name}`}
          loading={pending === password.uuid}
          onClick={() => onRevoke(password)}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      ),
    },
  ];
}
