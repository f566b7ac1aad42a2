import { components } from "../screens/components/routes.ts";
import { compose } from "../screens/compose/routes.ts";
import { developers } from "../screens/developers/routes.ts";
import { gateways } from "../screens/gateways/routes.ts";
import { groups } from "../screens/groups/routes.ts";
import { messages } from "../screens/messages/routes.ts";
import { outbox } from "../screens/outbox/routes.ts";
import { overview } from "../screens/overview/routes.ts";
import { subscribers } from "../screens/subscribers/routes.ts";
import { webhooks } from "../screens/webhooks/routes.ts";
import type { Area } from "./area.ts";

/** The areas of the console, in the order of the sidebar. A screen that is not built is absent. */
export const areas: readonly Area[] = [
  compose,
  overview,
  messages,
  outbox,
  subscribers,
  groups,
  gateways,
  webhooks,
  developers,
  components,
];
