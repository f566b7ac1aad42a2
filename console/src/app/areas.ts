import { components } from "../screens/components/routes.ts";
import { compose } from "../screens/compose/routes.ts";
import { groups } from "../screens/groups/routes.ts";
import { inbox } from "../screens/inbox/routes.ts";
import { messages } from "../screens/messages/routes.ts";
import { outbox } from "../screens/outbox/routes.ts";
import { overview } from "../screens/overview/routes.ts";
import { schedules } from "../screens/schedules/routes.ts";
import { subscribers } from "../screens/subscribers/routes.ts";
import { templates } from "../screens/templates/routes.ts";
import type { Area } from "./area.ts";

/** The areas of the console, in the order of the sidebar. A screen that is not built is absent. */
export const areas: readonly Area[] = [
  compose,
  overview,
  messages,
  schedules,
  outbox,
  inbox,
  templates,
  subscribers,
  groups,
  components,
];
