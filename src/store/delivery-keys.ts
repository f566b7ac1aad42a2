import { textArray, uuidArray } from "./binary-array.ts";

/** Deliveries as two parameters, `uuid[]` and `text[]`. */
export const keyArrays = (
  keys: readonly { readonly messageId: string; readonly phone: string }[],
): [messageIds: Buffer, phones: Buffer] => [
  uuidArray(keys.map(({ messageId }) => messageId)),
  textArray(keys.map(({ phone }) => phone)),
];
