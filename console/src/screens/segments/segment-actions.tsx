import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm } from "../../components/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/toast.ts";
import { WriteTo } from "../../components/write-to.tsx";
import { t } from "../../lib/translate.ts";

export function SegmentActions({ segment }: { readonly segment: Operations["getSegment"]["data"] }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name } = segment;
  const remove = useMutation({
    mutationFn: () => tidings.deleteSegment({ id }),
    onSuccess: async () => {
      void toast({ message: t`Deleted the segment ${name}.` });
      await navigate({ to: "/segments" as string });
      queries.removeQueries({ queryKey: ["subscribers", "segment", id] });
      await queries.invalidateQueries({ queryKey: ["subscribers"] });
    },
  });
  const ask = async () => {
    const sure = await confirm({
      title: t`Delete the segment ${name}?`,
      body: t`Its people stay as they are: only the filter is deleted. This cannot be taken back.`,
      action: t`Delete this segment`,
      danger: true,
    });
    if (sure) remove.mutate();
  };
  useCommands([
    { id: "delete-segment", label: t`Delete this segment`, keys: "d", icon: "trash", run: () => void ask() },
  ]);
  return (
    <>
      {remove.error && <ErrorView error={remove.error} title={t`The segment was not deleted`} />}
      <Button
        variant="default"
        loading={remove.isPending}
        leftSection={<Icon name="trash" size={14} />}
        rightSection={<kbd>D</kbd>}
        onClick={() => void ask()}
      >{t`Delete`}</Button>
      <WriteTo to={{ segment: id }} name={name} />
    </>
  );
}
