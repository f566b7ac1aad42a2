import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";

const none: ReadonlyMap<string, string> = new Map();

/** The names of one's own application passwords, by their ids; those of a site that manages them are not known here. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { managed_by: elsewhere } = useSession().site;
  const { data } = useQuery({
    queryKey: ["users", "application-password-names"],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listApplicationPasswords({ id: "me", per_page: 100 }, { signal });
      return new Map(items.map(({ uuid, name }) => [uuid, name]));
    },
    enabled: elsewhere === null,
  });
  return data ?? none;
}
