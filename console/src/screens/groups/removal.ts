import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";

import { tidings } from "../../api/client.ts";
import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { toast } from "../../components/overlays/toast.ts";
import { count } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import type { Group } from "./columns.tsx";

type Removal = {
  /** The group that is being deleted. */
  readonly pending: number | undefined;
  readonly error: unknown;
  /** Says what happens, and deletes the group if that is wanted. */
  readonly confirm: (group: Group) => Promise<void>;
};

/** One removal for the whole list, so that its failure is shown above it. */
export const RemovalContext = createContext<Removal | null>(null);

export function useRemoval(): Removal {
  const removal = useContext(RemovalContext);
  if (!removal) throw new Error("A group's row was rendered outside of the list.");
  return removal;
}

export function useNewRemoval(): Removal {
  const queries = useQueryClient();
  const remove = useMutation({
    // Members may have joined since the list was read: only a group that was shown as empty is not forced.
    mutationFn: ({ id, subscriber_count: members }: Group) =>
      tidings.deleteGroup({ id, ...(members > 0 && { force: true }) }),
    onSuccess: ({ members }, { name }) =>
      toast({
        message:
          members > 0
            ? t`Deleted ${name}; ${plural(members, "# person left it", "# people left it")}.`
            : t`Deleted ${name}.`,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["subscribers"] }),
  });
  return {
    pending: remove.isPending ? remove.variables.id : undefined,
    error: remove.error,
    confirm: async (group) => {
      remove.reset();
      if (await isSure(group)) remove.mutate(group);
    },
  };
}

function isSure({ name, subscriber_count: members }: Group): Promise<boolean> {
  const empty = t`Nobody is in this group. Nothing can be sent to it any more. This cannot be taken back.`;
  const leaving = plural(members, "# person leaves this group.", "# people leave this group.");
  const others = t`They stay in their other groups; people who are in no other group get no newsletter any more. Nobody is deleted, and what they agreed to stays on record. This cannot be taken back.`;
  return confirm({
    title: t`Delete the group ${name}?`,
    body: members === 0 ? empty : `${leaving} ${others}`,
    action: t`Delete this group`,
    danger: true,
    ...(members >= typedFrom && { typed: count(members) }),
  });
}
