import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { GatewayActions } from "./gateway-actions.tsx";
import { GatewayFigures } from "./gateway-figures.tsx";
import { GatewayHealth } from "./gateway-health.tsx";
import { GatewaySettings } from "./gateway-settings.tsx";
import classes from "./gateways.module.css";
import { ReceiptAddress } from "./receipt-address.tsx";
import { SendTest } from "./send-test.tsx";
import { useGateways, useKinds } from "./use-gateways.ts";
import { WhenUsed } from "./when-used.tsx";

/** One gateway: its health, its settings, the address that the provider reports to, and a test. */
export function Gateway() {
  const { name } = useRouteParams("name");
  const list = useGateways();
  const kinds = useKinds();
  const gateway = list.data?.items.find((one) => one.name === name);
  const kind = kinds.data?.items.find((one) => one.kind === gateway?.kind);
  const breadcrumbs = [{ label: t`Gateways`, to: "/gateways" }];
  if (!gateway) {
    return (
      <Page title={name} breadcrumbs={breadcrumbs}>
        {list.error && <ErrorView error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton height={420} />}
        {list.data && (
          <EmptyState
            icon="gateway"
            title={t`There is no gateway of this name`}
          >{t`It was removed, or it never existed. What it has sent stays in the log.`}</EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={name}
      breadcrumbs={breadcrumbs}
      beside={<StateBadge of="gateway" state={gateway.health.state} />}
      lead={kind?.label ?? gateway.label}
      actions={<GatewayActions gateway={gateway} />}
    >
      <div className={classes.stack}>
        <GatewayHealth gateway={gateway} />
        <GatewayFigures gateway={gateway} />
        <div className={classes.two}>
          <Panel title={t`Settings`}>
            {kinds.error && !kinds.data && <ErrorView error={kinds.error} onRetry={() => void kinds.refetch()} />}
            {kinds.isPending && <Skeleton height={260} />}
            {kinds.data && <GatewaySettings gateway={gateway} kind={kind} />}
          </Panel>
          <div className={classes.stack}>
            <Panel title={t`When it is used`}>
              <WhenUsed gateway={gateway} />
            </Panel>
            <Panel title={t`Test it`} lead={t`Asks the provider for the credit. With a number it sends one real text.`}>
              <SendTest gateway={gateway} />
            </Panel>
            <Panel title={t`Receipts and replies`}>
              <ReceiptAddress gateway={gateway} kind={kind} />
            </Panel>
          </div>
        </div>
      </div>
    </Page>
  );
}
