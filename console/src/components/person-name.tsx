import { useQuery } from "@tanstack/react-query";

import { tidings } from "../api/client.ts";
import { useCan, useSession } from "../api/session.ts";
import { t } from "../lib/translate.ts";

/** Who did something, from the API's `builtin:17`: "you", a name, or what may be said of them here. */
export function PersonName({ principal }: { readonly principal: string | null }) {
  const { user } = useSession();
  const can = useCan();
  const [host, text = ""] = (principal ?? "").split(":");
  // Of another platform, which managed the users before, the name is not known.
  const isHere = host === user.principal.split(":")[0] && /^\d+$/.test(text);
  const id = isHere ? Number(text) : null;
  const own = principal === user.principal;
  const person = useQuery({
    queryKey: ["users", "name", id],
    queryFn: ({ signal }) => tidings.getUserName({ id: id! }, { signal }),
    enabled: id !== null && !own && (can("svc_outbox") || can("svc_setting") || can("svc_users")),
    retry: false,
    staleTime: 60_000,
  });
  if (own) return <>{t`you`}</>;
  if (principal === "operator") return <>{t`the command line`}</>;
  if (principal === "demo") return <>{t`the demo`}</>;
  if (principal === "upgrade") return <>{t`an upgrade`}</>;
  if (person.data) return <bdi>{person.data.name}</bdi>;
  return <>{text ? t`user ${text}` : t`somebody`}</>;
}
