import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { SkeletonLines } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { list } from "../../lib/format.ts";
import { t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import { readRules } from "./routing/rules.ts";
import { useRouting } from "./routing/use-routing.ts";
import { type GatewayData, readGatewaysAgain } from "./use-gateways.ts";

/** Whether the gateway takes part in the default route, and in which place. */
export function WhenUsed({ gateway }: { readonly gateway: GatewayData }) {
  const queries = useQueryClient();
  const routing = useRouting();
  const { name, managed_by: by, in_default_route: inRoute } = gateway;
  const change = useMutation({
    mutationFn: (what: { readonly in_default_route: boolean; readonly position?: number }) =>
      tidings.updateGateway({ name, ...what }),
    onSuccess: (_, { position }) => {
      if (position === 0) void toast({ message: t`${name} is the first choice now.` });
    },
    onSettled: () => readGatewaysAgain(queries),
  });
  if (routing.error && !routing.data) return <ErrorView error={routing.error} onRetry={() => void routing.refetch()} />;
  if (!routing.data) return <SkeletonLines lines={2} />;
  const { routing: stored, effective, environment } = routing.data;
  const order = readRules(effective)?.otherwise.members.map((member) => member.gateway) ?? [];
  const place = order.indexOf(name);
  const before = order[place - 1];
  const mayBeFirst = by === "api" && stored === null && place !== 0;
  // What the environment names comes before what is stored, whatever the order of that is.
  const blocked = order.some((one) => environment.split(/[\s()*:;]+/).includes(one));
  return (
    <div className={classes.paragraphs}>
      {change.error && <ErrorView error={change.error} title={t`Nothing was changed`} />}
      <p>
        {stored !== null
          ? t`Stored rules say what it sends.`
          : place === 0
            ? t`It is the first choice for every message.`
            : before === undefined
              ? t`It sends only messages that name it, such as a test.`
              : place === 1
                ? t`It takes over when ${before} fails.`
                : t`It takes over when ${list(order.slice(0, place))} fail.`}
      </p>
      {by === "api" && stored === null && (
        <Checkbox
          label={t`Use it for every message`}
          checked={inRoute === true}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ in_default_route: event.currentTarget.checked })}
        />
      )}
      <div className={classes.row}>
        {mayBeFirst && !blocked && (
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            onClick={() => change.mutate({ in_default_route: true, position: 0 })}
          >{t`Make it the first choice`}</Button>
        )}
        <Link to="/gateways/routing">{mayBeFirst && blocked ? t`Put it first by a rule` : t`Change the rules`}</Link>
      </div>
    </div>
  );
}
