import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operations } from "tidings-client";

import { useCan, useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import type { Alert } from "../../api/open-alerts.ts";
import classes from "./overview.module.css";

type Status = Operations["getStatus"]["data"];

type Props = {
  readonly status: Status;
  /** What they say is not said a second time. */
  readonly alerts: readonly Pick<Alert, "kind" | "subject">[];
};

/** What needs attention, the worst first, and what is held. Nothing at all where all is well. */
export function Problems({ status, alerts }: Props) {
  const isAlert = (kind: Alert["kind"], subject?: string): boolean =>
    alerts.some((alert) => alert.kind === kind && (subject === undefined || alert.subject === subject));
  const { sandbox } = useSession().site;
  const can = useCan();
  // It has a banner of its own on every screen, and is what this check warns of unless a gateway is paused.
  const isSandboxAlone = sandbox && status.gateways.every(({ state }) => state === "up");
  const problems: { readonly key: string; readonly text: ReactNode }[] = [
    ...(status.standby === null ? [] : [{ key: "standby", text: t`Nothing is sent from here: ${status.standby}.` }]),
    ...status.checks
      .filter(({ name, ok, warning }) => !ok || (warning !== null && !(name === "gateways" && isSandboxAlone)))
      // Each of these gateways has a line of its own below.
      .filter(({ name }) => !(name === "stranded" && status.stranded.length > 0))
      .filter(({ name }) => !(name === "codes" && isAlert("codes_unverified")))
      .filter(({ name }) => !(name === "license" && isAlert("license_ending")))
      .map(({ name, warning }) => ({
        key: `check ${name}`,
        text: warning !== null ? serviceText(warning) : t`The check of ${name.replaceAll("_", " ")} fails.`,
      })),
    ...status.gateways.flatMap((gateway) => {
      const days = gateway.credit?.days_left ?? null;
      if (days === null || days > 7 || isAlert("credit_low", gateway.name)) return [];
      return [
        {
          key: `credit ${gateway.name}`,
          text: t`The credit of ${gateway.name} lasts ${plural(Math.floor(days), "# day", "# days")}.`,
        },
      ];
    }),
    ...status.stranded.map((one) => ({
      key: `stranded ${one.gateway}`,
      // There another way is chosen for them.
      text: can("svc_setting") ? <Link to="/gateways">{strandedProblem(one)}</Link> : strandedProblem(one),
    })),
    ...status.webhooks
      .filter(({ id, state }) => state !== "up" && !isAlert("webhook_disabled", id))
      .map((webhook) => ({ key: `webhook ${webhook.id}`, text: <WebhookProblem webhook={webhook} /> })),
    ...(status.license.warning === null || isAlert("license_ending")
      ? []
      : [{ key: "license", text: serviceText(status.license.warning) }]),
  ];
  const { held } = status.queue;
  if (problems.length === 0 && held === 0) return null;
  const heldTexts = plural(held, "# text is held", "# texts are held");
  return (
    <ul className={classes.problems} aria-label={t`Needs attention`}>
      {problems.map(({ key, text }) => (
        <li key={key}>
          <Icon name="alert" size={16} /> <span>{text}</span>
        </li>
      ))}
      {held > 0 && (
        <li>
          <Icon name="pause" size={16} />{" "}
          {can("svc_outbox") ? (
            <Link to="/outbox" search={{ state: "held" }}>
              {heldTexts}
            </Link>
          ) : (
            <span>{heldTexts}</span>
          )}
        </li>
      )}
    </ul>
  );
}

function strandedProblem({ gateway, texts }: Status["stranded"][number]): string {
  if (gateway === "default") {
    return plural(
      texts,
      "# text waits for the default route, which has no gateway now.",
      "# texts wait for the default route, which has no gateway now.",
    );
  }
  const waiting = plural(texts, "# text", "# texts");
  return texts === 1
    ? t`${waiting} waits for the gateway ${gateway}, which is not configured any more.`
    : t`${waiting} wait for the gateway ${gateway}, which is not configured any more.`;
}

function WebhookProblem({ webhook }: { readonly webhook: Status["webhooks"][number] }) {
  return (
    <Link to="/webhooks/$id" params={{ id: webhook.id }}>
      {webhookProblem(webhook)}
    </Link>
  );
}

function webhookProblem({ host, state, reason, waiting }: Status["webhooks"][number]): ReactNode {
  const to = <bdi dir="ltr">{host}</bdi>;
  const waits = plural(waiting, "# event waits for it", "# events wait for it");
  if (state === "late") return rich`The webhook to ${to} is late: ${waits}.`;
  if (state === "failing") return rich`The webhook to ${to} is failing: ${waits}.`;
  if (reason === "gone") return rich`The webhook to ${to} is disabled (gone): ${waits}.`;
  if (reason === "failing") return rich`The webhook to ${to} is disabled (failing): ${waits}.`;
  if (reason === "switched_off") return rich`The webhook to ${to} is disabled (switched off): ${waits}.`;
  return rich`The webhook to ${to} is disabled: ${waits}.`;
}
