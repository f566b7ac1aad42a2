import { z } from "zod";

import { alertTestData } from "#contract/alerts";
import type { AlertStore } from "#domain/alerts/alert-store";
import { testMails, testSummary, testTexts, type TestAlertsDeps } from "#domain/alerts/test-recipients";
import { requireTestTurn } from "#domain/alerts/test-turn";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { answeredBefore } from "../../pipeline.ts";
import { oncePerKey } from "../once-per-key.ts";
import { about } from "./alerts.ts";

export type AlertTestEndpointDeps = { readonly alertRecipients: Omit<TestAlertsDeps, "readSettings"> } & Pick<
  TestAlertsDeps,
  "readSettings"
> & {
    readonly newId: () => string;
    readonly idempotency: IdempotencyStore;
    readonly alerts: Pick<AlertStore, "takeTest">;
  };

/** `POST /alerts/test`. */
export function testAlertsEndpoint(services: AlertTestEndpointDeps): Endpoint {
  const { alertRecipients, readSettings, newId, idempotency, alerts } = services;
  return endpoint({
    ...about,
    operationId: "testAlerts",
    method: "POST",
    path: "/alerts/test",
    summary: "Send a test to the recipients of alerts",
    description:
      "Sends a mail to every address and a text to every number in the settings, also while alerts are quiet, and reports each result. `ok`: the mail server or the queue accepted it. At most 20 tests an hour, with the texts of tests of gateways.",
    input: z.object({}),
    data: alertTestData,
    errors: ["too_many_requests"],
    // A mail server may take longer than a transaction may be idle.
    idempotency: "own",
    async handle(_, { idempotency: key, warnings }) {
      const earlier = key && (await idempotency.find(key));
      if (earlier) return answeredBefore(earlier);
      const ports = { ...alertRecipients, readSettings };
      await requireTestTurn({ alerts });
      const mails = await testMails(ports, newId());
      return oncePerKey(idempotency, { key, warnings, status: 200 }, async () => {
        const results = [...mails, ...(await testTexts(ports))];
        return { message: testSummary(results), data: { results: results.map((one) => ({ ...one })) } };
      });
    },
  });
}
