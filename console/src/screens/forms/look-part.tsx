import { Select, TagsInput, TextInput } from "@mantine/core";

import { Panel } from "../../components/panel.tsx";
import { languageName } from "../../lib/languages.ts";
import { locale } from "../../lib/locale.ts";
import { t } from "../../lib/translate.ts";
import classes from "./forms.module.css";
import { previewWords } from "./preview-words.ts";
import type { PartProps } from "./text-part.tsx";

const languages = Object.keys(previewWords)
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, locale()));

/** Color, picture, language, and where the form may stand. */
export function LookPart({ form }: PartProps) {
  const origins = form.choice("origins");
  return (
    <Panel title={t`Look and website`}>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <TextInput label={t`Color of the buttons`} type="color" className={classes.color} {...form.field("accent")} />
          <Select label={t`Language of the page`} data={languages} allowDeselect={false} {...form.choice("locale")} />
        </div>
        <TextInput
          label={t`Picture above the title`}
          description={t`The https address of an image. Empty: none.`}
          type="url"
          dir="ltr"
          autoComplete="off"
          {...form.field("logo_url")}
        />
        <TextInput
          label={t`Where people go after confirming`}
          description={t`An https address. Empty: a page of the form that thanks them.`}
          type="url"
          dir="ltr"
          autoComplete="off"
          {...form.field("success_url")}
        />
        <TagsInput
          label={t`Where it may be embedded`}
          description={t`Websites such as https://www.example.com. Press Enter after each.`}
          acceptValueOnBlur
          dir="ltr"
          {...origins}
          value={[...origins.value]}
        />
      </div>
    </Panel>
  );
}
