import { gatewayPauseData, gatewayPauseRequest } from "#contract/stored-gateways";
import { gatewayPath } from "#contract/gateways";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import { type GatewayStates, NO_REASON } from "#domain/gateways/gateway-states";
import { namesOf, noGateway } from "#domain/routing/routes";

import { endpoint, type Endpoint } from "../../endpoint.ts";

export type GatewayPauseDeps = {
  readonly board: GatewayBoard;
  readonly gatewayStates: Pick<GatewayStates, "hold" | "lift">;
  /** Notifies other nodes to read the pauses. */
  readonly pausesChanged: () => void;
  readonly setupCurrent: () => Promise<void>;
};

/** `POST /gateways/{name}/pause` and `/resume`. */
export function gatewayPauseEndpoints(ports: GatewayPauseDeps): Endpoint[] {
  const common = { method: "POST", access: "svc_setting", tag: "Gateways", data: gatewayPauseData } as const;
  async function requireGateway<Command extends { readonly name: string }>(command: Command): Promise<Command> {
    await ports.setupCurrent();
    const { name } = command;
    const names = namesOf(ports.board.gateways);
    if (!names.includes(name)) throw noGateway(name, names);
    return command;
  }
  return [
    endpoint({
      ...common,
      operationId: "pauseGateway",
      path: "/gateways/{name}/pause",
      summary: "Pause a gateway",
      description:
        "Within a second no node starts a call to it, until it is resumed. Calls in progress end. Other gateways of its routes take what they can; the rest waits.",
      input: gatewayPauseRequest,
      errors: ["not_found"],
      prepare: requireGateway,
      async handle({ name, reason }, { caller }) {
        const began = await ports.gatewayStates.hold(name, reason ?? NO_REASON, caller.principal);
        ports.pausesChanged();
        return { message: began ? `${name} is paused.` : `${name} was paused already.`, data: { name, paused: true } };
      },
    }),
    endpoint({
      ...common,
      operationId: "resumeGateway",
      path: "/gateways/{name}/resume",
      summary: "Resume a gateway",
      description:
        "Ends a pause, regardless of who began it: waiting deliveries are sent within seconds. If the provider's reason still exists, the pause begins again.",
      input: gatewayPath,
      errors: ["not_found"],
      prepare: requireGateway,
      async handle({ name }) {
        const ended = await ports.gatewayStates.lift(name);
        ports.pausesChanged();
        return { message: ended ? `${name} is resumed.` : `${name} was not paused.`, data: { name, paused: false } };
      },
    }),
  ];
}
