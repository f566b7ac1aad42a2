import { definitions } from "#gateways/index";
import { prepareGateways, type GatewaysResult } from "#gateways/open";

import type { Config } from "./config.ts";

/** What TIDINGS_GATEWAY names, parsed and not opened. */
export const configuredGateways = ({ gateway }: Pick<Config, "gateway">): GatewaysResult =>
  prepareGateways(gateway.reveal(), definitions);
