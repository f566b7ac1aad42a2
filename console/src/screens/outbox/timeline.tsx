import { Link } from "@tanstack/react-router";

import type { IconName } from "../../components/icon.tsx";
import { Step, Steps } from "../../components/steps.tsx";
import { Time } from "../../components/time.tsx";
import { serviceText } from "../../lib/service-text.ts";
import { t, term } from "../../lib/translate.ts";
import type { Entry } from "./entry-details.tsx";
import classes from "./timeline.module.css";

type TimelineStep = Entry["timeline"][number];

const icons: Readonly<Record<string, readonly [icon: IconName, tone: string]>> = {
  accepted: ["inbox", "queued"],
  routed: ["gateway", "queued"],
  held: ["pause", "held"],
  paused: ["pause", "held"],
  resumed: ["repeat", "queued"],
  deferred: ["clock", "uncertain"],
  waiting: ["clock", "queued"],
  sent: ["arrow-up-right", "sent"],
  delivered: ["check", "delivered"],
  undelivered: ["cross", "failed"],
  failed: ["cross", "failed"],
  expired: ["clock", "failed"],
  unknown: ["question", "uncertain"],
  suppressed: ["ban", "held"],
  webhook: ["link", "queued"],
  resend: ["repeat", "queued"],
  resent: ["repeat", "queued"],
};

/** The steps of one delivery, oldest first. What only a developer needs is folded away. */
export function Timeline({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <Steps>
      {steps.map((step, index) => {
        const [icon, tone] = icons[step.type] ?? ["more", "queued"];
        return (
          <Step
            key={index}
            icon={icon}
            tone={tone}
            what={
              <>
                {serviceText(step.text)}{" "}
                {step.entry && <Link to="/outbox" search={{ entry: step.entry.id }}>{t`Open it`}</Link>}
              </>
            }
            at={step.at ? <Time at={step.at} show="exact" /> : t`no time recorded`}
          >
            <More step={step} />
          </Step>
        );
      })}
    </Steps>
  );
}

function More({ step }: { readonly step: TimelineStep }) {
  const facts = [
    step.response && [t`Answer of the provider`, step.response],
    step.provider_ids?.length && [t`Ids at the provider`, step.provider_ids.join(", ")],
    step.rules?.length && [t`Rules`, step.rules.join(", ")],
    step.by && [term("By", "who did it"), step.by],
    step.webhook && [
      t`Webhook`,
      step.webhook.last_status === null
        ? t`${step.webhook.host}, ${step.webhook.type}, status none`
        : t`${step.webhook.host}, ${step.webhook.type}, status ${`${step.webhook.last_status}`}`,
    ],
  ].filter((fact): fact is string[] => Array.isArray(fact));
  if (facts.length === 0 && !step.code) return null;
  return (
    <details className={classes.more}>
      <summary>{t`Show more`}</summary>
      <dl>
        {step.code && (
          <div>
            <dt>{t`Code`}</dt>
            <dd>
              <code dir="ltr">{step.code}</code>
            </dd>
          </div>
        )}
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
