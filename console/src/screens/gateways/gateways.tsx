import { Button } from "@mantine/core";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { useCommands } from "../../commands/registry.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { useGo } from "./use-go.ts";
import { GatewayList } from "./gateway-list.tsx";
import classes from "./gateways.module.css";
import { RouteSummary } from "./routing/route-summary.tsx";
import { WhichGateway } from "./routing/which-gateway.tsx";
import { Stranded } from "./stranded.tsx";
import { gatewaysQuery, useGateways } from "./use-gateways.ts";

export const firstReads = (queries: QueryClient) => queries.prefetchQuery(gatewaysQuery);

/** The providers that carry messages: their health, the order in which they are used, and the route of each number. */
export function Gateways() {
  const list = useGateways();
  const go = useGo();
  useCommands([
    { id: "add-gateway", label: t`Add a gateway`, keys: "a", icon: "plus", run: () => go("/gateways/kinds") },
    {
      id: "edit-routing",
      label: t`Change which gateway sends what`,
      icon: "gateway",
      run: () => go("/gateways/routing"),
    },
  ]);
  const add = (
    <Button
      component={Link}
      to="/gateways/kinds"
      leftSection={<Icon name="plus" size={14} />}
    >{t`Add a gateway`}</Button>
  );
  return (
    <Page
      title={t`Gateways`}
      actions={list.data?.items.length !== 0 && add}
      lead={t`The providers that carry your messages to phones.`}
    >
      {list.error && !list.data && <ErrorView error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={260} />}
      {list.data && (
        <div className={classes.stack}>
          <Stranded list={list.data} />
          {list.data.items.length === 0 ? (
            <EmptyState
              icon="gateway"
              title={t`No gateway is configured`}
              action={add}
            >{t`Messages are accepted and wait until there is one.`}</EmptyState>
          ) : (
            <GatewayList gateways={list.data.items} />
          )}
          <div className={classes.two}>
            <Panel
              title={t`Which gateway sends what`}
              actions={
                <Button
                  component={Link}
                  to="/gateways/routing"
                  variant="default"
                  size="xs"
                >{t`Change the rules`}</Button>
              }
            >
              <RouteSummary />
            </Panel>
            <Panel title={t`Try a number`} lead={t`Nothing is sent, and no provider is called.`}>
              <WhichGateway />
            </Panel>
          </div>
        </div>
      )}
    </Page>
  );
}
