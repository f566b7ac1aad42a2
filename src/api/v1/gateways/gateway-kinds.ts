import { gatewayKindsData, gatewayKindsQuery } from "#contract/gateway-kinds";
import type { GatewayKinds } from "#domain/gateways/stored/gateway-kinds";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { shownAbilities, shownTraits } from "./gateway-views.ts";

export type GatewayKindsDeps = { readonly kinds: GatewayKinds };

export function gatewayKindsEndpoint({ kinds }: GatewayKindsDeps): Endpoint {
  return endpoint({
    operationId: "listGatewayKinds",
    method: "GET",
    path: "/gateways/kinds",
    access: "svc_setting",
    tag: "Gateways",
    summary: "List the adapters with their settings",
    description: "What POST /gateways accepts: one adapter for each provider, with the settings that a form asks for.",
    input: gatewayKindsQuery,
    data: gatewayKindsData,
    read: (fields, _context, issues) => readShortPage("gateway-kinds", fields, issues),
    async handle(page) {
      const { items, pagination } = shortPage(kinds.list, ({ kind }) => kind, page);
      return {
        message: `${counted(items.length, "adapter")}.`,
        data: {
          items: items.map(({ kind, label, about, example, abilities, traits, settings }) => ({
            kind,
            label,
            about,
            docs_url: `/docs/reference/gateways/${kind}`,
            example,
            abilities: abilities && shownAbilities(abilities),
            traits: shownTraits(traits),
            settings: settings.map((setting) => ({
              name: setting.dsnKey,
              label: setting.label,
              help: setting.help ?? null,
              type: setting.kind,
              secret: setting.secret,
              required: setting.required,
              choices: setting.choices ? [...setting.choices] : null,
              default: setting.initial ?? null,
              pattern: setting.pattern ?? null,
            })),
          })),
          pagination,
        },
      };
    },
  });
}
