import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../api/client.ts";
import { useCan } from "../api/session.ts";
import { t } from "../lib/translate.ts";

type Props = { readonly number: string; readonly className?: string | undefined };

/**
 * Leads to the thread of a number that has written, for users who may read the inbox. There is no thread without a
 * reply.
 */
export function ThreadLink({ number, className }: Props) {
  const enabled = useCan()("svc_inbox");
  const { data: hasWritten } = useQuery({
    queryKey: ["inbox", "has written", number],
    enabled,
    queryFn: async ({ signal }) =>
      (await tidings.listInbox({ sender: number, per_page: 1 }, { signal })).items.length > 0,
  });
  if (!enabled || !hasWritten) return null;
  return <Link className={className} to="/inbox" search={{ thread: number }}>{t`What they wrote`}</Link>;
}
