import type { AlertStore } from "../alerts/alert-store.ts";
import { requireTestTurn } from "../alerts/test-turn.ts";
import type { Credit } from "../credit/read-credit.ts";
import { DomainError } from "../error.ts";
import { contentOf } from "../messages/content.ts";
import type { Accepted } from "../messages/message.ts";
import { sendToNumbers, type SendDeps } from "../messages/send.ts";
import type { GatewayBoard, GatewayView } from "./gateway-board.ts";
import { creditRead, NO_CREDIT, pausedStep, TEXT_ACCEPTED, type TestStep } from "./test-steps.ts";
import { namesOf, noGateway, type RouteInfo, type Routes } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";

export type TestCommand = {
  readonly name: string;
  /** The recipient of one real text; null: none is sent. */
  readonly to: Phone | null;
  /** Seconds for which the text is worth sending. */
  readonly validFor: number;
  readonly sender: string | null;
  readonly createdBy: string;
};

export type TestDeps = SendDeps & {
  readonly board: Pick<GatewayBoard, "gateways" | "health">;
  readonly routes: Routes;
  readonly readCredit: (gateway: string) => Promise<Credit>;
  readonly alerts: Pick<AlertStore, "takeTest">;
};

/** The checks made before a text is sent. */
export type TestBegun = {
  readonly command: TestCommand;
  readonly route: RouteInfo;
  readonly steps: readonly TestStep[];
};
/** `message`: the text that was accepted; its end is in the log. */
export type TestResult = { readonly steps: readonly TestStep[]; readonly message: Accepted | null };

const TEST_TEXT = "This is a test of Tidings.";

/**
 * Checks a gateway: its settings, whether it is paused, and its credentials, by reading the credit from the provider.
 *
 * @throws DomainError not_found, too_many_requests
 */
export async function beginGatewayTest(ports: TestDeps, command: TestCommand): Promise<TestBegun> {
  const gateway = ports.board.gateways.find(({ name }) => name === command.name);
  const route = ports.routes.byName(command.name);
  if (!gateway || !route) throw noGateway(command.name, namesOf(ports.board.gateways));
  // The provider is queried for its credit at most once in five seconds, so only a real text is limited here.
  if (command.to !== null) await requireTestTurn(ports);
  const steps: TestStep[] = [{ step: "settings", ok: true, text: `${gateway.label}, ${gateway.dsn}` }];
  const { pause } = ports.board.health(gateway.name);
  if (pause) steps.push(pausedStep(pause));
  steps.push(await creditStep(ports, gateway));
  return { command, route, steps };
}

/**
 * Given a number, sends one real text in the usual way, so that the log, the limits and the process that has the links
 * are tested, too.
 *
 * @throws DomainError gateway_cannot, no_recipients
 */
export async function endGatewayTest(ports: TestDeps, { command, route, steps }: TestBegun): Promise<TestResult> {
  if (command.to === null) return { steps, message: null };
  const message = await sendToNumbers(ports, [command.to], {
    content: contentOf({ text: TEST_TEXT, sender: command.sender }),
    category: "transactional",
    validFor: command.validFor,
    route,
    createdBy: command.createdBy,
  });
  return { steps: [...steps, TEXT_ACCEPTED], message };
}

async function creditStep(ports: TestDeps, { name, abilities }: GatewayView): Promise<TestStep> {
  if (!abilities.credit) return NO_CREDIT;
  try {
    return creditRead(await ports.readCredit(name));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Adapters write such errors for the log, without secrets; people who may read it see them here, too.
    const why = error.cause instanceof Error ? ` ${error.cause.message}` : "";
    return { step: "credit", ok: false, text: `${error.message}${why}` };
  }
}
