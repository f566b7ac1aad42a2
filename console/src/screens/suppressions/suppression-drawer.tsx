import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useCan } from "../../api/session.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Fact } from "../../components/facts.tsx";
import { Phone } from "../../components/phone.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { readablePhone } from "../../lib/phone.ts";
import { reasonWords } from "../../lib/reason-words.ts";
import { t } from "../../lib/translate.ts";
import { Origin, type Suppression } from "./columns.tsx";
import { LiftForm } from "./lift-form.tsx";
import classes from "./suppressions.module.css";

/** One entry of the list: who put it there and why, and how it ends. */
export function SuppressionDrawer({ id, onClose }: { readonly id: number | undefined; readonly onClose: () => void }) {
  const entry = useQuery({
    queryKey: ["subscribers", "suppression", id],
    queryFn: ({ signal }) => tidings.getSuppression({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  const { data } = entry;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={data ? <Phone number={data.number} /> : t`Suppressed number`}
      width={480}
    >
      {entry.error && <ErrorView error={entry.error} onRetry={() => void entry.refetch()} />}
      {entry.isPending && id !== undefined && <Skeleton height={280} />}
      {data && (
        <div className={classes.entry}>
          <StateBadge of="suppression" state={data.kind} />
          <p>{effect(data)}</p>
          <Facts entry={data} />
          {data.kind === "maybe_opt_out" && <Decide entry={data} onDone={onClose} />}
          <LiftForm key={data.id} entry={data} onDone={onClose} />
        </div>
      )}
    </Drawer>
  );
}

function effect({ kind, sender }: Suppression): string {
  if (kind === "maybe_opt_out") {
    return sender === null
      ? t`A reply may have asked to stop. Marketing waits until somebody decides; other texts are sent.`
      : t`A reply may have asked to stop. Marketing from ${sender} waits until somebody decides; other texts are sent.`;
  }
  return sender === null ? t`Nothing is sent to this number.` : t`Nothing from ${sender} is sent to this number.`;
}

function Facts({ entry }: { readonly entry: Suppression }) {
  const can = useCan();
  return (
    <dl className={classes.facts}>
      <Fact name={t`Reason`}>
        <bdi dir="auto">{reasonWords(entry.reason)}</bdi>
      </Fact>
      <Fact name={t`Added by`}>
        <Origin entry={entry} />
      </Fact>
      <Fact name={t`Since`}>
        <Time at={entry.added_at} show="exact" />
      </Fact>
      <Fact name={t`Sender`}>{entry.sender === null ? t`every sender` : <bdi>{entry.sender}</bdi>}</Fact>
      <Fact name={t`Person`}>
        <Link to="/subscribers" search={{ q: entry.number, state: "all" }}>{t`Find this person`}</Link>
      </Fact>
      {can("svc_outbox") && (
        <Fact name={t`Log`}>
          <Link to="/outbox" search={{ recipient: entry.number }}>{t`Everything sent to this number`}</Link>
        </Fact>
      )}
    </dl>
  );
}

/** A doubtful reply that was one: the number opts out. */
function Decide({ entry, onDone }: { readonly entry: Suppression; readonly onDone: () => void }) {
  const queries = useQueryClient();
  const { number, sender, reason } = entry;
  const optOut = useMutation({
    mutationFn: () =>
      tidings.createSuppression({ number, kind: "opt_out", reason, ...(sender !== null && { sender }) }),
    onSuccess: () => {
      void toast({ message: t`${readablePhone(number)} opted out.` });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["subscribers"] }),
  });
  return (
    <section className={classes.part}>
      <h3>{t`Was it an opt-out?`}</h3>
      {optOut.error && <ErrorView error={optOut.error} title={t`Nothing was decided`} />}
      <Button
        loading={optOut.isPending}
        onClick={() => optOut.mutate()}
      >{t`Yes: send nothing more to this number`}</Button>
    </section>
  );
}
