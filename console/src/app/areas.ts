import { audit } from "../screens/audit/routes.ts";
import { components } from "../screens/components/routes.ts";
import { compose } from "../screens/compose/routes.ts";
import { groups } from "../screens/groups/routes.ts";
import { messages } from "../screens/messages/routes.ts";
import { outbox } from "../screens/outbox/routes.ts";
import { overview } from "../screens/overview/routes.ts";
import { profile } from "../screens/profile/routes.ts";
import { safety } from "../screens/safety/routes.ts";
import { settings } from "../screens/settings/routes.ts";
import { subscribers } from "../screens/subscribers/routes.ts";
import { users } from "../screens/users/routes.ts";
import type { Area } from "./area.ts";

/** The areas of the console, in the order of the sidebar. A screen that is not built is absent. */
export const areas: readonly Area[] = [
  compose,
  overview,
  messages,
  outbox,
  subscribers,
  groups,
  users,
  safety,
  settings,
  audit,
  profile,
  components,
];
