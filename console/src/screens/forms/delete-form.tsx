import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/overlays/confirm.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import type { Form } from "./form-values.ts";

export function DeleteForm({ form: { slug, title } }: { readonly form: Form }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => tidings.deleteForm({ slug }),
    onSuccess: async () => {
      void toast({ message: t`Deleted the form ${title}.` });
      await navigate({ to: "/forms" });
      queries.removeQueries({ queryKey: ["subscribers", "form", slug] });
      await queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
  });
  const confirmDelete = async () => {
    const sure = await confirm({
      title: t`Delete the form ${title}?`,
      body: t`Its page is gone at once, also where it is embedded. People who subscribed stay, with the words that they agreed to. To stop it for a while, close it instead. This cannot be taken back.`,
      action: t`Delete this form`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  useCommands([
    { id: "delete-form", label: t`Delete this form`, keys: "d", icon: "trash", run: () => void confirmDelete() },
  ]);
  return (
    <>
      {remove.error && <ErrorView error={remove.error} title={t`The form was not deleted`} />}
      <DeleteButton label={t`Delete`} pending={remove.isPending} onClick={() => void confirmDelete()} />
    </>
  );
}
