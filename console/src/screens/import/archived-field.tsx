import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import type { Field } from "../../api/use-fields.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./import.module.css";

type ArchivedFieldProps = {
  readonly field: Field;
  /** The field can be written into again. */
  readonly onUse: () => void;
};

/** Why a column is not offered the field of its name: to leave for the list of fields would lose the chosen file. */
export function ArchivedField({ field: { key, label }, onUse }: ArchivedFieldProps) {
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: async () => {
      await tidings.updateField({ key, archived: false });
      await queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
    onSuccess: onUse,
  });
  return (
    <div className={classes.archived}>
      <p>{t`The field “${label}” is archived, so nothing is read into it.`}</p>
      <Button
        size="xs"
        variant="default"
        aria-label={t`Use this field again: ${label}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >{t`Use this field again`}</Button>
      {restore.error && <ErrorView error={restore.error} title={t`Nothing was changed`} />}
    </div>
  );
}
