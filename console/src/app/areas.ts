import { audit } from "../screens/audit/routes.ts";
import { components } from "../screens/components/routes.ts";
import { compose } from "../screens/compose/routes.ts";
import { developers } from "../screens/developers/routes.ts";
import { fields } from "../screens/fields/routes.ts";
import { forms } from "../screens/forms/routes.ts";
import { gateways } from "../screens/gateways/routes.ts";
import { groups } from "../screens/groups/routes.ts";
import { imports } from "../screens/import/routes.ts";
import { inbox } from "../screens/inbox/routes.ts";
import { messages } from "../screens/messages/routes.ts";
import { outbox } from "../screens/outbox/routes.ts";
import { overview } from "../screens/overview/routes.ts";
import { profile } from "../screens/profile/routes.ts";
import { safety } from "../screens/safety/routes.ts";
import { schedules } from "../screens/schedules/routes.ts";
import { segments } from "../screens/segments/routes.ts";
import { settings } from "../screens/settings/routes.ts";
import { subscribers } from "../screens/subscribers/routes.ts";
import { suppressions } from "../screens/suppressions/routes.ts";
import { templates } from "../screens/templates/routes.ts";
import { users } from "../screens/users/routes.ts";
import { webhooks } from "../screens/webhooks/routes.ts";
import type { Area } from "./area.ts";

/** The areas of the console, in the order of the sidebar. A screen that is not built is absent. */
export const areas: readonly Area[] = [
  compose,
  overview,
  messages,
  outbox,
  schedules,
  inbox,
  templates,
  subscribers,
  groups,
  segments,
  imports,
  suppressions,
  forms,
  fields,
  gateways,
  webhooks,
  developers,
  users,
  safety,
  settings,
  audit,
  profile,
  components,
];
