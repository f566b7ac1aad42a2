import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { reasonWords } from "../../lib/reason-words.ts";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import classes from "./messages.module.css";
import type { MessageDetail } from "./use-message.ts";

/** Says which gateways are stopped while nothing of a running message leaves, to those who may see gateways. */
export function StoppedGateways({ message: { state, progress } }: { readonly message: MessageDetail }) {
  const may = useCan()("svc_setting");
  const stands = state === "running" && progress.pending > 0 && Math.round(progress.rate * 60) === 0;
  const { data } = useQuery({
    queryKey: ["gateways", "stopped"],
    queryFn: ({ signal }) => tidings.listGateways({ per_page: 100 }, { signal }),
    enabled: may && stands,
    refetchInterval: 15_000,
  });
  if (!may || !stands) return null;
  const stopped = data?.items.filter(({ health }) => ["paused", "open", "disabled"].includes(health.state)) ?? [];
  return stopped.map(({ name, health }) => {
    const gateway = (
      <Link to="/gateways/$name" params={{ name }}>
        <bdi>{name}</bdi>
      </Link>
    );
    return (
      <p key={name} role="note" className={classes.note}>
        {rich`Nothing leaves at the moment, and ${gateway} is stopped.`}{" "}
        {health.reason && <span dir="auto">{t`Reason: ${reasonWords(health.reason)}.`}</span>}
      </p>
    );
  });
}
