export const GATEWAY_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
export const GATEWAY_NAME_ISSUE = "must be 1-40 of a-z, 0-9, _ and -, starting with a letter or digit";

/** Names that no gateway may have: addresses of the API below `/gateways`. */
export const GATEWAY_ADDRESSES: readonly string[] = ["route", "routing", "kinds"];
