import { z } from "zod";

import { alertTestData } from "#contract/alerts";
import { testRecipients, testSummary, type TestAlertsDeps } from "#domain/alerts/test-recipients";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { about } from "./alerts.ts";

export type AlertTestEndpointDeps = { readonly alertRecipients: Omit<TestAlertsDeps, "readSettings"> } & Pick<
  TestAlertsDeps,
  "readSettings"
> & { readonly newId: () => string };

/** `POST /alerts/test`. */
export function testAlertsEndpoint({ alertRecipients, readSettings, newId }: AlertTestEndpointDeps): Endpoint {
  return endpoint({
    ...about,
    operationId: "testAlerts",
    method: "POST",
    path: "/alerts/test",
    summary: "Send a test to the recipients of alerts",
    description:
      "Sends a mail to every address and a text to every number in the settings, also while alerts are quiet, and reports each result. `ok`: the mail server or the queue accepted it.",
    input: z.object({}),
    data: alertTestData,
    async handle() {
      const results = await testRecipients({ ...alertRecipients, readSettings }, newId());
      return { message: testSummary(results), data: { results: results.map((one) => ({ ...one })) } };
    },
  });
}
