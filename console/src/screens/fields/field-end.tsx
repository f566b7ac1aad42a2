import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import classes from "./fields.module.css";
import type { Field } from "../../api/use-fields.ts";

/** Archives a field, restores it, or deletes one of which nobody has a value. */
export function FieldEnd({ field, onDone }: { readonly field: Field; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const { key, label, archived } = field;
  const refresh = () => queries.invalidateQueries({ queryKey: ["subscribers"] });
  const archive = useMutation({
    mutationFn: (next: boolean) => tidings.updateField({ key, archived: next }),
    onSettled: refresh,
  });
  const change = (next: boolean) =>
    archive.mutate(next, {
      onSuccess: () => {
        void toast({
          message: next ? t`${label} is archived.` : t`${label} is in use again.`,
          undo: () => change(!next),
        });
      },
    });
  const remove = useMutation({
    mutationFn: () => tidings.deleteField({ key }),
    onSuccess: () => {
      void toast({ message: t`Deleted the field ${label}.` });
      onDone();
    },
    onSettled: refresh,
  });
  const confirmDelete = async () => {
    const sure = await confirm({
      title: t`Delete the field ${label}?`,
      body: t`Forms stop asking for it, and segments that use it match nobody by it. It is only deleted if nobody has a value. This cannot be taken back.`,
      action: t`Delete this field`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  const used = remove.error instanceof TidingsError && remove.error.code === "conflict";
  return (
    <section className={classes.end}>
      <p className={classes.quiet}>
        {archived
          ? t`This field is archived: its values are kept, no form asks for it, and nothing new is written into it.`
          : t`An archived field keeps its values; no form asks for it, and nothing new is written into it.`}
      </p>
      {archive.error && <ErrorView error={archive.error} title={t`Nothing was changed`} />}
      {remove.error &&
        (used ? (
          <p role="alert" className={classes.kept}>
            {archived
              ? t`People have a value of this field, so it was not deleted.`
              : t`People have a value of this field, so it was not deleted. Archive it instead.`}
          </p>
        ) : (
          <ErrorView error={remove.error} title={t`The field was not deleted`} />
        ))}
      <div className={classes.buttons}>
        <Button variant="default" loading={archive.isPending} onClick={() => change(!archived)}>
          {archived ? t`Use this field again` : t`Archive this field`}
        </Button>
        <Button
          variant="default"
          color="red"
          loading={remove.isPending}
          onClick={() => void confirmDelete()}
        >{t`Delete this field`}</Button>
      </div>
    </section>
  );
}
