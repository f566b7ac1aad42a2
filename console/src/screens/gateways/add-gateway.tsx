import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { NewGatewayForm } from "./new-gateway-form.tsx";
import { useGateways, useKinds } from "./use-gateways.ts";

/** The second step of adding a gateway: the account at the provider. */
export function AddGateway() {
  const { kind: id } = useRouteParams("kind");
  const kinds = useKinds();
  const gateways = useGateways();
  const kind = kinds.data?.items.find((one) => one.kind === id);
  const failed = [kinds, gateways].find((query) => query.error && !query.data);
  return (
    <Page
      title={kind ? t`Add ${kind.label}` : t`Add a gateway`}
      breadcrumbs={[
        { label: t`Gateways`, to: "/gateways" },
        { label: t`Add a gateway`, to: "/gateways/kinds" },
      ]}
      lead={
        kind && (
          <>
            {kind.about}{" "}
            <a href={kind.docs_url} target="_blank" rel="noreferrer">
              {t`What to set up at ${kind.label}`}
            </a>
          </>
        )
      }
      width="form"
    >
      {failed && <ErrorView error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(kinds.data && gateways.data) && <Skeleton height={420} />}
      {kinds.data && !kind && (
        <EmptyState
          icon="gateway"
          title={t`There is no such provider`}
          action={<Button component={Link} to="/gateways/kinds">{t`Choose a provider`}</Button>}
        />
      )}
      {kind && gateways.data && (
        <NewGatewayForm key={kind.kind} kind={kind} taken={gateways.data.items.map(({ name }) => name)} />
      )}
    </Page>
  );
}
