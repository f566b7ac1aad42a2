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

/** What WP SMS tells of the gateway under `/settings`: what it can, and whether it works. */
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
        // A text may take any of them.
        const all = (can: "flash" | "media"): boolean => gateways.every(({ abilities }) => abilities[can]);
        return succeeded(result.message, {
          flash: all("flash") ? "enable" : "disable",
          supportMedia: all("media"),
          // The add-on for two ways is not served.
          supportIncoming: false,
          bulk_send: true,
          validateNumber: gateways[0]?.traits.numbers ?? "",
          from: sender ?? "",
          // Where the gateway is set up is no business of the API.
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
