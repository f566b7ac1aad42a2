import { t } from "../../lib/translate.ts";

const texts: readonly (readonly [sign: RegExp, text: string])[] = [
  [/ECONNREFUSED/, t`connection refused`],
  [/ECONNRESET|EPIPE|socket hang up|UND_ERR_SOCKET/, t`connection lost`],
  [/^no answer in time$|TIMEOUT|ETIMEDOUT/, t`no answer in time`],
  [/CERT|ALTNAME|LEAF_SIGNATURE/, t`certificate not accepted`],
  [/SSL|EPROTO/, t`no TLS at this address`],
  [/^bad port$/, t`port not allowed`],
  [/OUTBOUND_REFUSED/, t`address not allowed`],
  [/ENOTFOUND|EAI_AGAIN/, t`address not found`],
  [/EHOSTUNREACH|ENETUNREACH/, t`not reachable`],
];

/** Why a call got no answer. An error without a text of its own is shown as it was recorded. */
export const errorText = (error: string | null): string | null =>
  error === null ? null : (texts.find(([sign]) => sign.test(error))?.[1] ?? error);
