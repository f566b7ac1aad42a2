import type { Operations } from "tidings-client";

import { CodeBlock } from "../../components/code-block.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { plural, t, term } from "../../lib/translate.ts";
import classes from "./webhooks.module.css";

type Delivery = Operations["getWebhookDelivery"]["data"];

/** What the receiver answered, and what it was sent. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, last_status: status, last_error: error, next_try_at: next, webhook_event_id: event } = delivery;
  return (
    <div className={classes.details}>
      <Facts>
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
      </Facts>
      {error && (
        <section>
          <h3>{t`What went wrong`}</h3>
          <CodeBlock dir="auto" text={error} />
        </section>
      )}
      {event && (
        <section>
          <h3>{t`Headers`}</h3>
          <CodeBlock
            text={`content-type: application/json; charset=utf-8\nwebhook-id: ${event}\nwebhook-timestamp: seconds since 1970, of the attempt\nwebhook-signature: v1,… of id.timestamp.body`}
          />
        </section>
      )}
      <section>
        <h3>{t`Body`}</h3>
        {delivery.payload === null ? (
          <p className={classes.quiet}>{t`The event is not kept any more.`}</p>
        ) : (
          <CodeBlock text={JSON.stringify(delivery.payload, null, 2)} />
        )}
      </section>
    </div>
  );
}
