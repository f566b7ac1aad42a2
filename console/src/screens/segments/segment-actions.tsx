import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { WriteTo } from "../../components/write-to.tsx";
import { t } from "../../lib/translate.ts";

export function SegmentActions({ segment }: { readonly segment: Operations["getSegment"]["data"] }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id } = segment;
  const remove = useMutation({
    mutationFn: async () => {
      // The version that an undo restores: it may have been changed after it was shown.
      const deleted = await tidings.getSegment({ id });
      await tidings.deleteSegment({ id });
      return deleted;
    },
    onSuccess: async ({ name, filter }) => {
      const undo = async () => {
        const { id: again } = await tidings.createSegment({ name, filter });
        await queries.invalidateQueries({ queryKey: ["subscribers"] });
        await navigate({ to: `/segments/${again}` });
      };
      void toast({ message: t`Deleted the segment ${name}. Its people stay as they are.`, undo });
      await navigate({ to: "/segments", ignoreBlocker: true });
      queries.removeQueries({ queryKey: ["subscribers", "segment", id] });
      await queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
  });
  useCommands(
    remove.isPending
      ? []
      : [
          {
            id: "delete-segment",
            label: t`Delete this segment`,
            keys: "d",
            icon: "trash",
            run: () => remove.mutate(),
          },
        ],
  );
  return (
    <>
      {remove.error && <ErrorView error={remove.error} title={t`The segment was not deleted`} />}
      <DeleteButton label={t`Delete`} pending={remove.isPending} onClick={() => remove.mutate()} />
      <WriteTo to={{ segment: id }} name={segment.name} />
    </>
  );
}
