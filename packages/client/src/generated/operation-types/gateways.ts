// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type GatewaysOperations = {
  /**
   * Show which gateway would send to a number.
   *
   * Based on the routing rules and the current state of the gateways. Nothing is sent, and no gateway is contacted.
   *
   * Needs `svc_setting`.
   */
  explainRoute: {
    kind: "data";
    input: {
      /** The recipient's number. */
      to: string;
      /** Default: transactional. */
      category?: Schemas["MessageCategory"] | undefined;
      /** A proposed routing, as for PUT /gateways/routing, instead of the present one. */
      routing?: string | undefined;
    };
    data: WithWarnings<{
      to: string;
      category: Schemas["MessageCategory"];
      /** The gateway that would send it now, or would most likely send it. */
      gateway: string;
      reason: string;
      country: string | null;
      /** The rules that match, as configured. */
      rules: string[];
      /** More than one if weights decide; the chance of each is from 0 to 1. */
      routes: {
        route: string;
        chance: number;
      }[];
      /** The gateways of these routes; the chance that each sends it is `share`, from 0 to 1. */
      candidates: {
        gateway: string;
        share: number;
        /** up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off. */
        state: "up" | "degraded" | "paused" | "open" | "disabled";
      }[];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "no_gateway";
  };
  /**
   * List the adapters with their settings.
   *
   * What POST /gateways accepts: one adapter for each provider, with the settings that a form asks for.
   *
   * Needs `svc_setting`.
   */
  listGatewayKinds: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["GatewayKind"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["GatewayKind"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show how the default route uses the gateways.
   *
   * Needs `svc_setting`.
   */
  getRouting: {
    kind: "data";
    input: Record<string, never>;
    data: WithWarnings<Schemas["GatewayRouting"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Set how the default route uses the gateways.
   *
   * Deliveries that wait follow the new routing within seconds. GET /gateways/route with `routing` shows beforehand which gateway would send to a number.
   *
   * Needs `svc_setting`.
   */
  setRouting: {
    kind: "data";
    input: {
      /** null: the default route follows from the gateways and their order. */
      routing: string | null;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: WithWarnings<Schemas["GatewayRouting"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "conflict";
  };
  /**
   * List the gateways.
   *
   * The abilities and the state of each gateway. Pauses and counters cover all nodes; `degraded` is what the responding node has seen itself.
   *
   * Needs `svc_setting`.
   */
  listGateways: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Gateway"][];
      pagination: Schemas["Pagination"];
      /** Stored gateways that the responding node cannot use. */
      unusable: {
        name: string;
        reason: string;
      }[];
      /** What is waiting for gateways that are not in use (any longer), or for the default route (`default`) if no gateway of it is: see POST /gateways/{name}/reroute. At most a few thousand chunks of each are counted. */
      stranded: {
        gateway: string;
        texts: number;
      }[];
    }>;
    item: Schemas["Gateway"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Add a gateway.
   *
   * It is stored, with its secrets sealed, and every node uses it within a second. Its addresses must be public: see TIDINGS_OUTBOUND_ALLOW. There may be 100, with those removed in the last week. Test it first with POST /gateways/test.
   *
   * Needs `svc_setting`.
   */
  createGateway: {
    kind: "data";
    input: {
      /** Its name in the log, in calls and in the routing. */
      name: string;
      /** The adapter: see GET /gateways/kinds. */
      kind: string;
      /** Settings of the adapter by name, secrets included. */
      settings: Record<string, string | number | boolean | (readonly string[]) | null>;
      /** Default true. */
      enabled?: boolean | undefined;
      /** Whether it is a member of the default route while no routing is stored. Default true. With false it sends only what names it, such as a test. */
      in_default_route?: boolean | undefined;
      /** Its place in the order of the stored gateways, from 0. Default: the end. */
      position?: number | undefined;
    };
    data: WithWarnings<Schemas["StoredGateway"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a gateway.
   *
   * Needs `svc_setting`.
   */
  getGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
    };
    data: WithWarnings<Schemas["Gateway"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a gateway.
   *
   * Only what is given changes. Deliveries in flight finish with the previous settings; within a second, every node uses the new ones.
   *
   * Needs `svc_setting`.
   */
  updateGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** Settings that get new values; the others, secrets included, keep theirs. null removes one. If the gateway is to connect to another place, its secrets are required again. */
      settings?: Record<string, string | number | boolean | (readonly string[]) | null> | undefined;
      /** false: nothing is sent through it, and its queue waits. Receipts are still received. */
      enabled?: boolean | undefined;
      /** Whether it is a member of the default route. */
      in_default_route?: boolean | undefined;
      /** Its place in the order of the stored gateways, from 0. Default: the end. */
      position?: number | undefined;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: WithWarnings<Schemas["StoredGateway"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict" | "not_in_this_state";
  };
  /**
   * Remove a gateway.
   *
   * No node sends through it any more. Deliveries that wait for it by name stay until they are rerouted or expire: see POST /gateways/{name}/reroute. Receipts are received for seven days.
   *
   * Needs `svc_setting`.
   */
  deleteGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** The version that the change is based on: if there is a newer one, the call is 409 `conflict`. */
      version?: number | undefined;
    };
    data: WithWarnings<{
      name: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict" | "not_in_this_state";
  };
  /**
   * Test settings before they are stored.
   *
   * Checks the settings and their addresses, and reads the credit with them, which shows whether the credentials are right. Nothing is sent and nothing is stored. For a test with a real message, store the gateway with `in_default_route` false and use POST /gateways/{name}/test. At most 60 an hour for each caller and node.
   *
   * Needs `svc_setting`.
   */
  testGatewaySettings: {
    kind: "data";
    input: {
      /** The adapter. Default: that of `name`. */
      kind?: string | undefined;
      /** A stored gateway whose settings count where `settings` names none, secrets included. */
      name?: string | undefined;
      settings: Record<string, string | number | boolean | (readonly string[]) | null>;
    };
    data: WithWarnings<{
      ok: boolean;
      steps: {
        step: "settings" | "address" | "credit";
        ok: boolean;
        text: string;
      }[];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Pause a gateway.
   *
   * Within a second no node starts a call to it, until it is resumed. Calls in progress end. Other gateways of its routes take what they can; the rest waits.
   *
   * Needs `svc_setting`.
   */
  pauseGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** For others to read. */
      reason?: string | undefined;
    };
    data: WithWarnings<{
      name: string;
      paused: boolean;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Resume a gateway.
   *
   * Ends a pause, regardless of who began it: waiting deliveries are sent within seconds. If the provider's reason still exists, the pause begins again.
   *
   * Needs `svc_setting`.
   */
  resumeGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
    };
    data: WithWarnings<{
      name: string;
      paused: boolean;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Test a gateway.
   *
   * Reads its credit, which shows whether the credentials are right, and sends nothing. With `to` one real text is sent like any other. At most 20 texts an hour, with the tests of alerts.
   *
   * Needs `svc_setting`.
   */
  testGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** Sends one real message to this number. */
      to?: string | undefined;
      /** Seconds after which the message is no longer sent. Default 60. */
      valid_for?: number | undefined;
    };
    data: WithWarnings<{
      gateway: string;
      ok: boolean;
      steps: {
        step: "settings" | "pause" | "credit" | "text";
        ok: boolean;
        text: string;
      }[];
      /** The message that was accepted: GET /outbox?message_id= shows its result. */
      message_id: string | null;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "no_recipients";
  };
  /**
   * Reroute the deliveries of a removed gateway.
   *
   * For a gateway that was removed from the configuration while deliveries were waiting for it by name, and for the default route (`default`) while no gateway of it can be used. Deliveries that it may already have accepted stay, and so do those that the new route cannot send.
   *
   * Needs `svc_setting`.
   */
  rerouteGateway: {
    kind: "data";
    input: {
      /** Name of the gateway. */
      name: string;
      /** A configured gateway. Default: the default route. Needed if that is a sandbox, or what is rerouted. */
      to?: string | undefined;
    };
    data: WithWarnings<{
      gateway: string;
      /** Deliveries that were rerouted. */
      moved: number;
      /** Deliveries that were not: those that the gateway may already have accepted, which only it may retry, and those that the new route cannot send. */
      stayed: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "no_gateway";
  };
};
