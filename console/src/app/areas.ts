import { components } from "../screens/components/routes.ts";
import { compose } from "../screens/compose/routes.ts";
import type { Area } from "./area.ts";

/** The areas of the console, in the order of the sidebar. A screen that is not built is absent. */
export const areas: readonly Area[] = [compose, components];
