import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { newFieldKey } from "../../lib/field-key.ts";

type Column = { readonly name: string; readonly target: string };

/**
 * Creates the fields that columns were chosen to become: without a field their values are kept, but no segment, form
 * or list offers them. One that is there meanwhile stays as it is.
 */
export async function createFields(
  columns: readonly Column[],
  fields: readonly { readonly key: string }[],
): Promise<void> {
  for (const [nth, { name, target }] of columns.entries()) {
    const key = newFieldKey(name, nth, fields);
    if (key === undefined || target !== `field:${key}`) continue;
    try {
      await tidings.createField({ key, label: name.slice(0, 100), type: "text" });
    } catch (error) {
      if (!(error instanceof TidingsError && error.code === "conflict")) throw error;
    }
  }
}
