import { gatewayTestData, gatewayTestRequest } from "#contract/gateways";
import {
  beginGatewayTest,
  endGatewayTest,
  type TestBegun,
  type TestCommand,
  type TestDeps,
} from "#domain/gateways/test-gateway";
import { readPhone } from "#domain/recipients/numbers";
import { withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type GatewayTestDeps = Omit<TestDeps, "readCredit"> & {
  readonly readCredit: (gateway: string | null) => ReturnType<TestDeps["readCredit"]>;
  readonly setupCurrent: () => Promise<void>;
  /** The site's sender id. */
  readonly sender: string | null;
};

const DEFAULT_VALID_FOR = 60;

export function gatewayTestEndpoint(services: GatewayTestDeps): Endpoint {
  return endpoint<typeof gatewayTestRequest, TestCommand, TestBegun>({
    operationId: "testGateway",
    method: "POST",
    path: "/gateways/{name}/test",
    access: "svc_setting",
    tag: "Gateways",
    summary: "Test a gateway",
    description:
      "Reads its credit, which shows whether the credentials are right, and sends nothing. With `to` one real text is sent like any other. At most 20 texts an hour, with the tests of alerts.",
    input: gatewayTestRequest,
    data: gatewayTestData,
    errors: ["not_found", "no_recipients", "too_many_requests"],
    read(fields, { caller }, issues) {
      const to = fields.to === undefined ? null : readPhone("to", fields.to, services.country);
      if (to !== null && typeof to !== "string") issues.push(to);
      return {
        name: fields.name ?? "",
        to: typeof to === "string" ? to : null,
        validFor: fields.valid_for ?? DEFAULT_VALID_FOR,
        sender: services.sender,
        createdBy: caller.principal,
      };
    },
    async prepare(command) {
      await services.setupCurrent();
      return beginGatewayTest(services, command);
    },
    async handle(begun) {
      const { steps, message } = await endGatewayTest(services, begun);
      const { command } = begun;
      const wrong = steps.find(({ ok }) => !ok);
      return {
        message: wrong ? wrong.text : `${command.name} works.`,
        data: {
          gateway: command.name,
          ok: !wrong,
          steps,
          message_id: message && withPrefix("msg", message.id),
        },
      };
    },
  });
}
