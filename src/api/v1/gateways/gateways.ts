import { gatewayData, gatewayListData, gatewayPath, gatewaysQuery } from "#contract/gateways";
import { namesOf, noGateway } from "#domain/routing/routes";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import type { StrandedStore } from "#domain/gateways/stranded-store";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { shownGateway } from "./gateway-views.ts";

export type GatewayEndpointDeps = {
  readonly board: GatewayBoard;
  readonly stranded: StrandedStore;
  /** Resolves when this node knows what other nodes stored. */
  readonly setupCurrent: () => Promise<void>;
};

/** `/gateways` and `/gateways/{name}`. */
export function gatewaysEndpoints({ board, stranded: store, setupCurrent }: GatewayEndpointDeps): Endpoint[] {
  return [
    endpoint({
      operationId: "listGateways",
      method: "GET",
      path: "/gateways",
      access: "svc_setting",
      tag: "Gateways",
      summary: "List the gateways",
      description:
        "The abilities and the state of each gateway. Pauses and counters cover all nodes; `degraded` is what the responding node has seen itself.",
      input: gatewaysQuery,
      data: gatewayListData,
      read: (fields, _context, issues) => readShortPage("gateways", fields, issues),
      async handle(page) {
        await setupCurrent();
        const all = [...board.gateways, ...board.disabled];
        const [records, stranded] = await Promise.all([board.records(), store.find(board.served)]);
        // In configuration order, which is the order of precedence.
        const places = new Map(all.map(({ name }, index) => [name, String(index).padStart(4, "0")]));
        const { items: views, pagination } = shortPage(all, ({ name }) => places.get(name)!, page);
        const items = views.map((view) => shownGateway(view, board, records.get(view.name)));
        const up = items.filter(({ health }) => health.state === "up").length;
        return {
          message: `${counted(items.length, "gateway")}, ${up} up.`,
          data: { items, pagination, unusable: [...board.unusable], stranded: [...stranded] },
        };
      },
    }),
    endpoint({
      operationId: "getGateway",
      method: "GET",
      path: "/gateways/{name}",
      access: "svc_setting",
      tag: "Gateways",
      summary: "Show a gateway",
      input: gatewayPath,
      data: gatewayData,
      errors: ["not_found"],
      async handle({ name }) {
        await setupCurrent();
        const view = [...board.gateways, ...board.disabled].find((one) => one.name === name);
        if (!view) throw noGateway(name, namesOf(board.gateways));
        const records = await board.records();
        const data = shownGateway(view, board, records.get(name));
        return { message: `${name} is ${data.health.state}.`, data };
      },
    }),
  ];
}
