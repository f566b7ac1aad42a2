import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { fieldLabelOf, newFieldKeys } from "../../lib/field-key.ts";

type Column = { readonly name: string; readonly target: string };

/**
 * Creates the fields that columns were chosen to become: without a field their values are kept, but no segment, form
 * or list offers them. One that is there meanwhile under this name stays as it is; no values go to another one.
 */
export async function createFields(
  columns: readonly Column[],
  fields: readonly { readonly key: string; readonly label: string }[],
): Promise<void> {
  const keys = newFieldKeys(
    columns.map(({ name }) => name),
    fields,
  );
  for (const [nth, { name, target }] of columns.entries()) {
    const key = keys[nth];
    if (key === undefined || target !== `field:${key}`) continue;
    const label = fieldLabelOf(name);
    try {
      await tidings.createField({ key, label, type: "text" });
    } catch (error) {
      if (!(error instanceof TidingsError && error.code === "conflict")) throw error;
      // Its key is taken, or there are as many fields as a site can have.
      const { items } = await tidings.listFields({ per_page: 100 });
      if (!items.some((field) => field.key === key && field.label === label)) throw error;
    }
  }
}
