import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { sessionQuery } from "../../api/session.ts";
import { useList } from "../../api/use-list.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { ListHead, ListStep, useStepFocus } from "../../components/list-part.tsx";
import { passkeyObstacle } from "../../lib/passkey-obstacle.ts";
import { t } from "../../lib/translate.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { type Passkey, passkeyColumns } from "./columns.tsx";
import { NoPasskeys } from "./no-passkeys.tsx";
import { RemovePasskey } from "./remove-passkey.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

type Step = { readonly at: "add" } | { readonly at: "rename" | "remove"; readonly passkey: Passkey };

/** One's own passkeys: add, see their use, rename, remove. Each step asks for the password, above the list. */
export function Passkeys() {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const { button, remember } = useStepFocus(step !== null);
  const key = ["users", "passkeys"];
  const list = useList(key, (cursor, signal) =>
    tidings.listPasskeys({ per_page: 100, ...(cursor && { cursor }) }, { signal }),
  );
  const obstacle = passkeyObstacle();
  const begin = (next: Step) => {
    remember();
    setStep(next);
  };
  const add = () => begin({ at: "add" });
  const close = () => setStep(null);
  const done = async () => {
    // It names the passkey that opened it.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    // Which button has the focus afterwards depends on the rows.
    await queries.invalidateQueries({ queryKey: key });
    close();
  };
  return (
    <>
      <ListHead title={t`Passkeys`}>
        {obstacle === null && list.rows.length > 0 && (
          <Button
            ref={button}
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={add}
          >{t`Add a passkey`}</Button>
        )}
      </ListHead>
      {obstacle !== null && <NoPasskeys obstacle={obstacle} />}
      {step?.at === "add" && (
        <ListStep label={t`Add a passkey`}>
          <AddPasskey onAdded={() => void done()} onCancel={close} />
        </ListStep>
      )}
      {step?.at === "rename" && (
        <ListStep label={t`Rename a passkey`}>
          <RenamePasskey key={step.passkey.id} passkey={step.passkey} onRenamed={() => void done()} onCancel={close} />
        </ListStep>
      )}
      {step?.at === "remove" && (
        <ListStep label={t`Remove a passkey`}>
          <RemovePasskey key={step.passkey.id} passkey={step.passkey} onRemoved={() => void done()} onCancel={close} />
        </ListStep>
      )}
      <DataTable
        label={t`Passkeys`}
        list={list}
        columns={passkeyColumns((at, passkey) => begin({ at, passkey }))}
        rowKey={({ id }) => id}
        rowCommands={(passkey) => [
          {
            id: "rename-passkey",
            label: t`Rename ${passkey.name}`,
            keys: "e",
            icon: "edit",
            run: () => begin({ at: "rename", passkey }),
          },
          {
            id: "remove-passkey",
            label: t`Remove ${passkey.name}`,
            keys: "d",
            icon: "trash",
            run: () => begin({ at: "remove", passkey }),
          },
        ]}
        empty={
          <EmptyState
            part
            icon="key"
            title={t`No passkeys yet`}
            action={
              obstacle === null && step === null && <Button ref={button} onClick={add}>{t`Add a passkey`}</Button>
            }
          >{t`With one you sign in by a fingerprint, a face, a PIN or a security key, without the password and without a code. A fake page gets nothing from it.`}</EmptyState>
        }
      />
    </>
  );
}
