import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorView } from "../../../components/error-view.tsx";
import { Page } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { t } from "../../../lib/translate.ts";
import { useGateways } from "../use-gateways.ts";
import { RoutingEditor } from "./routing-editor.tsx";
import { useRouting } from "./use-routing.ts";

/** Which gateway sends to which numbers. */
export function Routing() {
  const routing = useRouting();
  const gateways = useGateways();
  const failed = [routing, gateways].find((query) => query.error && !query.data);
  const names = gateways.data?.items.map(({ name }) => name) ?? [];
  return (
    <Page
      title={t`Which gateway sends what`}
      breadcrumbs={[{ label: t`Gateways`, to: "/gateways" }]}
      lead={t`The first rule that applies decides. Texts that wait follow new rules within seconds.`}
      width="form"
    >
      {failed && <ErrorView error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(routing.data && gateways.data) && <Skeleton height={320} />}
      {routing.data && gateways.data && names.length === 0 && (
        <EmptyState
          icon="gateway"
          title={t`No gateway is configured`}
          action={<Button component={Link} to="/gateways/kinds">{t`Add a gateway`}</Button>}
        >{t`Rules choose between gateways: add one first.`}</EmptyState>
      )}
      {routing.data && names.length > 0 && <RoutingEditor routing={routing.data} names={names} />}
    </Page>
  );
}
