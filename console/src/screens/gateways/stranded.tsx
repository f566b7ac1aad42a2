import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { useRemoval } from "./use-removal.ts";

type List = Operations["listGateways"]["data"];

/**
 * Messages that wait for gateways that were removed, with a way to reroute them, and gateways that this node cannot
 * use.
 */
export function Stranded({ list }: { readonly list: List }) {
  const names = list.items.filter(({ health }) => health.state !== "disabled").map(({ name }) => name);
  return (
    <>
      {list.stranded.map(({ gateway, texts }) => (
        <Waiting key={gateway} gateway={gateway} texts={texts} others={names.filter((name) => name !== gateway)} />
      ))}
      {list.unusable.map(({ name, reason }) => (
        <Unusable key={name} name={name} reason={reason} />
      ))}
    </>
  );
}

function Unusable({ name, reason }: { readonly name: string; readonly reason: string }) {
  const removal = useRemoval(name);
  return (
    <div className={classes.notice} role="note">
      <p>
        <strong>{rich`The service cannot use ${<bdi>{name}</bdi>}.`}</strong> {reason}{" "}
        {t`What only it may send waits. Remove it and add it again with the right settings.`}
      </p>
      {removal.error && <ErrorView error={removal.error} title={t`It was not removed`} />}
      <Button variant="default" loading={removal.pending} onClick={removal.confirm}>{t`Remove`}</Button>
    </div>
  );
}

type WaitingProps = { readonly gateway: string; readonly texts: number; readonly others: readonly string[] };

function Waiting({ gateway, texts, others }: WaitingProps) {
  const queries = useQueryClient();
  const [to, setTo] = useState("");
  const waiting = plural(texts, "# text", "# texts");
  const reroute = useMutation({
    mutationFn: () => tidings.rerouteGateway({ name: gateway, ...(to && { to }) }),
    onSuccess: ({ moved, stayed }) => {
      const taken = plural(moved, "# text takes another way.", "# texts take another way.");
      const kept = plural(stayed, "# text", "# texts");
      const left =
        stayed === 1
          ? t`${kept} stays: ${gateway} may have taken it.`
          : t`${kept} stay: ${gateway} may have taken them.`;
      return toast({ message: stayed === 0 ? taken : `${taken} ${left}` });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["gateways"] }),
  });
  return (
    <div className={classes.notice} role="note">
      <p>
        <strong>
          {texts === 1
            ? rich`${waiting} waits for ${<bdi>{gateway}</bdi>}, which sends nothing.`
            : rich`${waiting} wait for ${<bdi>{gateway}</bdi>}, which sends nothing.`}
        </strong>{" "}
        {t`They wait until they expire, or until you choose another route for them. What ${gateway} may already have accepted stays, so that nobody gets it twice.`}
      </p>
      {reroute.error && <ErrorView error={reroute.error} title={t`Nothing was moved`} />}
      <NativeSelect
        aria-label={t`Another route for what waits for ${gateway}`}
        value={to}
        data={[{ value: "", label: t`By the rules` }, ...others.map((name) => ({ value: name, label: name }))]}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button variant="default" loading={reroute.isPending} onClick={() => reroute.mutate()}>
        {plural(texts, "Send # text another way", "Send # texts another way")}
      </Button>
    </div>
  );
}
