import { z } from "zod";

import { settingTypes } from "#domain/gateways/stored/gateway-kinds";

import { listPage, pagination } from "./fields.ts";
import { gatewayAbilities, gatewayTraits } from "./gateways.ts";

export const gatewayKindsQuery = z.object(listPage);

const setting = z
  .object({
    name: z.string().meta({ example: "from" }),
    label: z.string(),
    help: z.string().nullable(),
    type: z.enum(settingTypes).meta({
      description: "list: several values, separated by commas; repeated: an array.",
    }),
    secret: z.boolean().meta({ description: "It is written and never read." }),
    required: z.boolean(),
    choices: z.array(z.string()).nullable(),
    default: z.unknown().meta({ description: "null: there is none.", example: null }),
    pattern: z.string().nullable().meta({ description: "A regular expression that a value must match." }),
  })
  .meta({ id: "GatewaySetting" });

export const gatewayKindsData = z.object({
  items: z.array(
    z
      .object({
        kind: z.string().meta({ example: "twilio" }),
        label: z.string().meta({ example: "Twilio" }),
        about: z.string().nullable().meta({ description: "Markdown." }),
        docs_url: z.string().meta({ description: "The page of this documentation about it." }),
        example: z.string().meta({ description: "A DSN with placeholders." }),
        abilities: gatewayAbilities.nullable().meta({ description: "null: they follow from the settings." }),
        traits: gatewayTraits,
        settings: z.array(setting),
      })
      .meta({ id: "GatewayKind" }),
  ),
  pagination,
});
