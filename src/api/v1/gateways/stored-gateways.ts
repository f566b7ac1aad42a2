import type { z } from "zod";

import {
  gatewayCreateRequest,
  gatewayDeleteRequest,
  gatewayRemovedData,
  gatewayUpdateRequest,
  storedGateway,
} from "#contract/stored-gateways";
import { createGateway, removeGateway, updateGateway, type ConfigureDeps } from "#domain/gateways/stored/configure";
import type { StoredGateway } from "#domain/gateways/stored/stored-gateway";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { copied } from "./gateway-views.ts";

export type StoredGatewayDeps = ConfigureDeps & {
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

const common = { access: "svc_setting", tag: "Gateways" } as const;

/** `POST /gateways`, `PATCH` and `DELETE /gateways/{name}`. */
export function storedGatewaysEndpoints(ports: StoredGatewayDeps): Endpoint[] {
  return [create(ports), update(ports), remove(ports)];
}

function create(ports: StoredGatewayDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "createGateway",
    method: "POST",
    path: "/gateways",
    summary: "Add a gateway",
    description:
      "It is stored, with its secrets sealed, and every node uses it within a second. Its addresses must be public: see TIDINGS_OUTBOUND_ALLOW. There may be 100, with those removed in the last week. Test it first with POST /gateways/test.",
    input: gatewayCreateRequest,
    data: storedGateway,
    status: 201,
    errors: ["conflict", "already_created"],
    idempotency: "secret",
    async handle(
      { name, kind, settings, enabled = true, in_default_route: inDefaultRoute = true, position },
      { caller },
    ) {
      const created = { name, kind, settings, enabled, inDefaultRoute, position: position ?? null };
      const stored = await createGateway(ports, created, caller.principal);
      return {
        message: `Added the gateway ${name}.`,
        data: shownStored(stored),
        headers: { Location: `${ports.base}/gateways/${name}` },
      };
    },
  });
}

function update(ports: StoredGatewayDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "updateGateway",
    method: "PATCH",
    path: "/gateways/{name}",
    summary: "Change a gateway",
    description:
      "Only what is given changes. Deliveries in flight finish with the previous settings; within a second, every node uses the new ones.",
    input: gatewayUpdateRequest,
    needsBody: true,
    data: storedGateway,
    errors: ["not_found", "conflict", "not_in_this_state"],
    async handle({ name, settings, enabled, in_default_route: inDefaultRoute, position, version }, { caller }) {
      const change = { settings, enabled, inDefaultRoute, position, version };
      const stored = await updateGateway(ports, name, change, caller.principal);
      return { message: `Changed the gateway ${name}.`, data: shownStored(stored) };
    },
  });
}

function remove(ports: StoredGatewayDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "deleteGateway",
    method: "DELETE",
    path: "/gateways/{name}",
    summary: "Remove a gateway",
    description:
      "No node sends through it any more. Deliveries that wait for it by name stay until they are rerouted or expire: see POST /gateways/{name}/reroute. Receipts are received for seven days.",
    input: gatewayDeleteRequest,
    data: gatewayRemovedData,
    errors: ["not_found", "conflict", "not_in_this_state"],
    async handle({ name, version }, { caller }) {
      await removeGateway(ports, name, version, caller.principal);
      return { message: `Removed the gateway ${name}.`, data: { name } };
    },
  });
}

function shownStored(one: StoredGateway): z.output<typeof storedGateway> {
  return {
    name: one.name,
    kind: one.kind,
    settings: copied(one.settings),
    secrets: [...one.secrets],
    enabled: one.enabled,
    in_default_route: one.inDefaultRoute,
    position: one.position,
    version: one.version,
    created_at: isoTime(one.createdAt),
    created_by: one.createdBy,
    updated_at: isoTime(one.updatedAt),
    updated_by: one.updatedBy,
  };
}
