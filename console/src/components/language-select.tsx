import { Select, type SelectProps } from "@mantine/core";

import { languageOptions } from "../lib/languages.ts";
import { t } from "../lib/translate.ts";

/** The language of a user. Any tag that they have already can be kept. */
export function LanguageSelect(field: SelectProps & { readonly value: string }) {
  return (
    <Select
      label={t`Language`}
      data={languageOptions(field.value)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`No such language`}
      {...field}
    />
  );
}
