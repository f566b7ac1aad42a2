import { succeeded } from "./replies.ts";
import { refusalOf, type CompatRoute } from "./route.ts";

export type GatewayRouteDeps = {
  /** The site's sender id. */
  readonly sender: string | null;
};

type Gateway = {
  readonly abilities: { readonly flash: boolean; readonly media: boolean };
  readonly traits: { readonly numbers: string };
};

/** What WP SMS reports about the gateway under `/settings`: its abilities, and whether it works. */
export function gatewayRoutes({ sender }: GatewayRouteDeps): CompatRoute[] {
  const access = "svc_setting";
  return [
    {
      method: "GET",
      path: "/settings/gateway-capabilities",
      access,
      async handle({ callApi }) {
        const result = await callApi("GET /gateways");
        if (!result.ok) return refusalOf(result);
        const gateways = result.data["items"] as readonly Gateway[];
        // A message may be routed to any of them.
        const all = (can: "flash" | "media"): boolean => gateways.every(({ abilities }) => abilities[can]);
        return succeeded(result.message, {
          flash: all("flash") ? "enable" : "disable",
          supportMedia: all("media"),
          // The two-way add-on is not supported.
          supportIncoming: false,
          bulk_send: true,
          validateNumber: gateways[0]?.traits.numbers ?? "",
          from: sender ?? "",
          // Gateway settings are not part of the API.
          gatewayFields: {},
          help: "",
          documentUrl: "",
        });
      },
    },
    {
      method: "POST",
      path: "/settings/test-gateway",
      access,
      async handle({ callApi }) {
        const result = await callApi("GET /credit");
        if (!result.ok) return refusalOf(result);
        const { credit, gateway } = result.data;
        const rawResponse = typeof credit === "string" ? credit : result.message;
        return succeeded(result.message, { credit: result.body["credit"], gateway, rawResponse });
      },
    },
  ];
}
