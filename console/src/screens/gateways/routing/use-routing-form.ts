import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { tidings } from "../../../api/client.ts";
import { confirm } from "../../../components/overlays/confirm.ts";
import { toast } from "../../../components/overlays/toast.ts";
import { t } from "../../../lib/translate.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { readRules, type Rules, writeRules } from "./rules.ts";
import type { RoutingData } from "./use-routing.ts";

type Values = { readonly rules: Rules | null; readonly routing: string };

export const expressionOf = ({ rules, routing }: Values): string => (rules ? writeRules(rules) : routing.trim());

/** The rules as they are edited: saved, deleted, and replaced by what another user saved meanwhile. */
export function useRoutingForm(routing: RoutingData, names: readonly string[]) {
  const queries = useQueryClient();
  const [version, setVersion] = useState(routing.version);
  const form = useApiForm<Values, RoutingData>({
    initial: valuesOf(routing, names),
    submit: (values) => tidings.setRouting({ routing: expressionOf(values), version }),
    onDone: (saved) => {
      show(saved);
      void queries.invalidateQueries({ queryKey: ["gateways"] });
      void toast({ message: t`The rules are saved. Texts that wait follow them now.` });
    },
  });
  const show = (next: RoutingData) => {
    setVersion(next.version);
    form.replace(valuesOf(next, names));
  };
  const clear = useMutation({
    mutationFn: () => tidings.setRouting({ routing: null, version }),
    onMutate: () => form.fail(null),
    onError: form.fail,
    onSuccess: async (saved) => {
      show(saved);
      void toast({ message: t`The rules are deleted. The order of the gateways decides.` });
      await queries.invalidateQueries({ queryKey: ["gateways"] });
    },
  });
  const confirmClear = async () => {
    const sure = await confirm({
      title: t`Do without rules?`,
      body: t`Then the gateways are used in the order of their list: the first that works takes everything. The rules are deleted; this cannot be taken back.`,
      action: t`Delete the rules`,
      danger: true,
    });
    if (sure) clear.mutate();
  };
  const newer = routing.version > version;
  const follow = useEffectEvent(() => {
    if (newer && !form.dirty && !form.pending) show(routing);
  });
  useEffect(() => follow(), [routing.version]);
  return {
    form,
    /** Others were saved since these were read. */
    newer,
    showNewer: () => show(routing),
    confirmClear,
    clearing: clear.isPending,
  };
}

function valuesOf({ effective }: RoutingData, names: readonly string[]): Values {
  const [first] = names;
  const none =
    first === undefined
      ? null
      : { rules: [], otherwise: { how: "failover" as const, members: [{ gateway: first, weight: "" }] } };
  return { rules: effective === "" ? none : readRules(effective), routing: effective };
}
