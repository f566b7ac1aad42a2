import type { Operations } from "tidings-client";

import { CodeBlock } from "../../components/code-block.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { plural, t, term } from "../../lib/translate.ts";
import { Snippets } from "../developers/snippets.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { callSnippets } from "./call-snippets.ts";
import classes from "./webhooks.module.css";

type Delivery = Operations["getWebhookDelivery"]["data"];

/** What the receiver answered, and what it was sent. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, last_status: status, last_error: error, next_try_at: next, last_headers: headers, body } = delivery;
  const { attempt_log: log } = delivery;
  return (
    <div className={classes.details}>
      <Facts>
        <Fact name={t`Answer`}>
          {status === null
            ? attempts === 0
              ? t`not called yet`
              : term("none", "answer")
            : t`HTTP status ${`${status}`}`}
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
      {log.length > 0 && <AttemptList attempts={log} shown={error} />}
      {headers && (
        <section>
          <h3>{t`Headers of the last attempt`}</h3>
          <CodeBlock
            text={Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
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
      {headers && body !== null && (
        <section>
          <h3>{t`Check this call`}</h3>
          <p className={classes.quiet}>
            {t`Its signature is checked with the secret that was shown when the webhook was added, or replaced.`}
          </p>
          <Snippets label={t`Check this call`} texts={callSnippets({ body, headers })} />
        </section>
      )}
    </div>
  );
}
