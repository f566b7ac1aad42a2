import type { ReactNode } from "react";
import type { Operations } from "tidings-client";

import { Time } from "../../components/time.tsx";
import { plural, t, term } from "../../lib/translate.ts";
import classes from "./webhooks.module.css";

type Delivery = Operations["getWebhookDelivery"]["data"];

/** What the receiver answered, and what it was sent. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, last_status: status, last_error: error, next_try_at: next, webhook_event_id: event } = delivery;
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <Fact name={t`Answer`}>
          {status === null ? (attempts === 0 ? t`not called yet` : term("none", "answer")) : t`HTTP status ${status}`}
        </Fact>
        <Fact name={t`Attempts`}>{plural(attempts, "# attempt", "# attempts")}</Fact>
        <Fact name={t`Happened`}>
          <Time at={delivery.created_at} show="exact" />
        </Fact>
        {delivery.delivered_at && (
          <Fact name={t`Answered`}>
            <Time at={delivery.delivered_at} show="exact" />
          </Fact>
        )}
        {next && (
          <Fact name={t`Next attempt`}>
            <Time at={next} focusable />
          </Fact>
        )}
      </dl>
      {error && (
        <section>
          <h3>{t`What went wrong`}</h3>
          <pre className={classes.code} dir="auto" tabIndex={0}>
            {error}
          </pre>
        </section>
      )}
      {event && (
        <section>
          <h3>{t`Headers`}</h3>
          <pre className={classes.code} dir="ltr" tabIndex={0}>
            {`content-type: application/json; charset=utf-8\nwebhook-id: ${event}\nwebhook-timestamp: seconds since 1970, of the attempt\nwebhook-signature: v1,… of id.timestamp.body`}
          </pre>
        </section>
      )}
      <section>
        <h3>{t`Body`}</h3>
        {delivery.payload === null ? (
          <p className={classes.quiet}>{t`The event is not kept any more.`}</p>
        ) : (
          <pre className={classes.code} dir="ltr" tabIndex={0}>
            {JSON.stringify(delivery.payload, null, 2)}
          </pre>
        )}
      </section>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
