import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";

export function TemplateActions({ template }: { readonly template: Operations["getTemplate"]["data"] }) {
  const queries = useQueryClient();
  const go = useNavigateTo();
  const { id } = template;
  const write = () => go("/compose", { template: id });
  const remove = useMutation({
    mutationFn: async () => {
      // The version that an undo restores: it may have been changed after it was shown.
      const deleted = await tidings.getTemplate({ id });
      await tidings.deleteTemplate({ id });
      return deleted;
    },
    onSuccess: async ({ name, text, category, variants }) => {
      const undo = async () => {
        const { id: again } = await tidings.createTemplate({ name, text, category, variants });
        await queries.invalidateQueries({ queryKey: ["templates"] });
        go(`/templates/${again}`);
      };
      void toast({ message: t`Deleted the template ${name}. Messages that were sent with it keep their text.`, undo });
      go("/templates", {}, true);
      await queries.invalidateQueries({ queryKey: ["templates", "list"] });
    },
  });
  useCommands([
    { id: "write-with-template", label: t`Write with this template`, keys: "w", icon: "edit", run: write },
    ...(remove.isPending
      ? []
      : [
          {
            id: "delete-template",
            label: t`Delete this template`,
            keys: "d",
            icon: "trash" as const,
            run: () => remove.mutate(),
          },
        ]),
  ]);
  return (
    <>
      {remove.error && <ErrorView error={remove.error} title={t`The template was not deleted`} />}
      <DeleteButton label={t`Delete`} pending={remove.isPending} onClick={() => remove.mutate()} />
      <Button
        component={Link}
        to="/compose"
        search={{ template: id } as never}
        leftSection={<Icon name="edit" size={14} />}
        rightSection={<kbd>W</kbd>}
      >{t`Write with this`}</Button>
    </>
  );
}
