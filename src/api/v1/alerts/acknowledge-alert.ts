import { alertData, alertPath } from "#contract/alerts";
import { DomainError } from "#domain/error";
import { withoutPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { ALERT_PREFIX, shownAlerts } from "./alert-view.ts";
import { about, type AlertEndpointDeps } from "./alerts.ts";

/** `POST /alerts/{id}/acknowledge`. */
export function acknowledgeAlertEndpoint({ alerts }: AlertEndpointDeps): Endpoint {
  return endpoint({
    ...about,
    operationId: "acknowledgeAlert",
    method: "POST",
    path: "/alerts/{id}/acknowledge",
    summary: "Acknowledge an alert",
    description:
      "Records who has seen it, and when; the console no longer shows it at the top of every page. It stays open until its condition ends, and its end is sent. The first acknowledgement is kept.",
    input: alertPath,
    data: alertData,
    errors: ["not_found"],
    async handle({ id }, { caller }) {
      const uuid = withoutPrefix(ALERT_PREFIX, id);
      const alert = uuid && (await alerts.acknowledge(uuid, caller.principal));
      if (!alert) throw new DomainError("not_found", `There is no alert ${id.slice(0, 60)}.`);
      const [shown] = await shownAlerts(alerts, [alert]);
      return { message: "The alert is acknowledged.", data: shown };
    },
  });
}
