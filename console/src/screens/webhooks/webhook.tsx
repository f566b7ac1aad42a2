import { useQuery } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { t, term } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointHealth } from "./endpoint-health.tsx";
import { stateOf, useEndpointStatus } from "./use-webhooks.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import classes from "./webhooks.module.css";

/** One address: whether it answers, what it gets, and every call. */
export function Webhook() {
  const { id } = useRouteParams("id");
  const status = useEndpointStatus()(id);
  const query = useQuery({
    queryKey: ["webhooks", "one", id],
    queryFn: ({ signal }) => tidings.getWebhook({ id }, { signal }),
  });
  const { data: webhook } = query;
  const breadcrumbs = [{ label: t`Webhooks`, to: "/webhooks" }];
  if (!webhook) {
    return (
      <Page title={t`Webhook`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={420} />
      </Page>
    );
  }
  return (
    <Page
      title={hostOf(webhook.url)}
      breadcrumbs={breadcrumbs}
      beside={<StateBadge of="endpoint" state={stateOf(webhook, status)} />}
      lead={
        <span dir="ltr" className={classes.url}>
          {webhook.url}
        </span>
      }
      actions={<WebhookActions webhook={webhook} />}
    >
      <div className={classes.stack}>
        <EndpointHealth webhook={webhook} status={status} />
        <div className={classes.two}>
          <section aria-label={term("Calls", "of a webhook")}>
            <h2 className={classes.heading}>{term("Calls", "of a webhook")}</h2>
            <Deliveries id={id} />
          </section>
          <Panel
            title={t`What it gets`}
            lead={
              <a
                href="/docs/guide/webhooks"
                target="_blank"
                rel="noreferrer"
              >{t`How your program receives and verifies a call`}</a>
            }
          >
            <WebhookForm webhook={webhook} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
