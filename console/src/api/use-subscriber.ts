import { useQuery } from "@tanstack/react-query";

import { tidings } from "./client.ts";
import { useCan } from "./session.ts";

/** The subscriber with this number; null: there is none, it is not known yet, or this person may not see it. */
export function useSubscriber(number: string) {
  const may = useCan()("svc_subscribers");
  const { data } = useQuery({
    queryKey: ["subscribers", "with number", number],
    queryFn: async ({ signal }) => {
      const { items } = await tidings.listSubscribers({ search: number, state: "all", per_page: 20 }, { signal });
      return items.find(({ mobile }) => mobile === number) ?? null;
    },
    enabled: may,
  });
  return data ?? null;
}
