import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createClient, type Operations } from "tidings-client";

/** Without retries: the user would wait for a shop that is down, and the next letter queries again. */
const tidings = createClient({ url: "", maxRetries: 0 });

type Recipients = Operations["listRecipients"]["data"];
type Kind = "roles" | "users" | "customers";
type Items = { readonly [Of in Kind]: NonNullable<Recipients[Of]>["items"][number] };
type Lists = { readonly [Of in Kind]: { readonly items: readonly Items[Of][] } | null };
export type Found<Of extends Kind> = Items[Of];

/** What the host platform or the shop finds under a name. Each kind is asked for alone: a shop may be slow, or down. */
export function useRecipients<Of extends Kind>(kind: Of, search: string, wanted: boolean) {
  const { data, isFetching, isError } = useQuery({
    queryKey: [kind, "compose", search],
    queryFn: async ({ signal }): Promise<Lists> =>
      tidings.listRecipients({ kind: [kind], ...(search && { search }) }, { signal }),
    enabled: wanted,
    staleTime: 10_000,
    // The few roles that were listed before stay while a longer name is looked up, as groups do.
    ...(kind === "roles" && { placeholderData: keepPreviousData }),
  });
  const items: readonly Found<Of>[] = (wanted && data?.[kind]?.items) || [];
  return { items, isFetching, isError: wanted && isError };
}
