import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { type OrderNotice, statusWord } from "./order-words.ts";

const queryKey = ["order-notices"];

/** All of them: a status has two at most. With the variables of their texts, and where the shop sends its orders. */
export const useOrderNotices = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => tidings.listOrderNotices({ per_page: 100 }, { signal }) });

/** What the API takes of a notice that it returned. */
const inputOf = ({ status, to, template, enabled, numbers, requires_opt_in }: OrderNotice) => ({
  status,
  to,
  template,
  enabled,
  ...(to === "staff" ? { numbers } : { requires_opt_in }),
});

/** What is done with one of them at once, and can be undone. */
export function useNoticeActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey });
  const put = useMutation({ mutationFn: (notice: OrderNotice) => tidings.setOrderNotice(inputOf(notice)), onSettled });
  const remove = useMutation({
    mutationFn: ({ status, to }: OrderNotice) => tidings.deleteOrderNotice({ status, to }),
    onSettled,
  });
  return {
    error: put.error ?? remove.error,
    toggle: (notice: OrderNotice) =>
      put.mutate(
        { ...notice, enabled: !notice.enabled },
        {
          onSuccess: () => {
            const state = statusWord(notice.status);
            void toast({
              message: notice.enabled ? t`The notice for “${state}” is off.` : t`The notice for “${state}” is on.`,
              undo: () => put.mutate(notice),
            });
          },
        },
      ),
    remove: (notice: OrderNotice) =>
      remove.mutate(notice, {
        onSuccess: () => {
          const message = t`Deleted the notice for “${statusWord(notice.status)}”.`;
          void toast({ message, undo: () => put.mutate(notice) });
        },
      }),
  };
}
