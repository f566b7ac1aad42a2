import { TextInput, type TextInputProps } from "@mantine/core";

import { useCan } from "../api/session.ts";
import { t } from "../lib/translate.ts";

/** States another basis for marketing than a consent on record; absent for users who may not. */
export function BasisField(props: Pick<TextInputProps, "value" | "error" | "onChange">) {
  const may = useCan()("svc_setting");
  if (!may) return null;
  return (
    <TextInput
      {...props}
      label={t`Basis other than consent`}
      description={t`Recorded with your name.`}
      placeholder={t`Contract, section 4`}
      maxLength={250}
    />
  );
}
