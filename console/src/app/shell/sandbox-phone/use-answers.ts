import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../../api/client.ts";
import { readSuppressions } from "../../../api/read-suppressions.ts";
import { useCan } from "../../../api/session.ts";

/** What was written on the sandbox phone. */
export type OwnText = {
  readonly key: string;
  readonly number: string;
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
  /** What the service recognized it as: `stop`, `help`, ...; null: nothing, or this person may not read the inbox. */
  readonly keyword: string | null;
};

/**
 * What a number wrote through one of the sandboxes. Users who may not read the inbox see what they wrote themselves
 * since the page was loaded.
 */
export function useAnswers(number: string, gateways: readonly string[], own: readonly OwnText[]) {
  const may = useCan()("svc_inbox");
  const query = useQuery({
    queryKey: ["sandbox", "answers", number],
    queryFn: async ({ signal }) => (await tidings.listInbox({ sender: number, per_page: 100 }, { signal })).items,
    enabled: may,
  });
  if (!may) return { answers: own.filter((text) => text.number === number), error: null, retry: () => {} };
  const answers = (query.data ?? [])
    .filter(({ gateway }) => gateways.includes(gateway))
    .map(({ id, received_at: at, message: text, keyword }): OwnText => ({ key: `${id}`, number, at, text, keyword }));
  return { answers, error: query.error, retry: () => void query.refetch() };
}

/** What keeps texts from a number; undefined until it is known, and for users who may not read it. */
export function useSuppressionsOf(number: string) {
  const may = useCan()("svc_subscribers");
  return useQuery({
    queryKey: ["subscribers", "suppressions of", number],
    queryFn: ({ signal }) => readSuppressions(number, signal),
    enabled: may,
  }).data;
}
