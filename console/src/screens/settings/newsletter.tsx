import { t } from "../../lib/translate.ts";
import { ChoiceSetting, SwitchSetting, TextSetting } from "./fields.tsx";
import { LanguageTexts } from "./language-texts.tsx";
import { SectionPanel } from "./section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";

type Props = { readonly form: SettingsFormOf<"newsletter">; readonly data: SettingsData };

export function Newsletter({ form, data }: Props) {
  return (
    <SectionPanel section="newsletter" data={data} lead={t`How people join. A group can have texts of its own.`}>
      <SwitchSetting
        form={form}
        name="newsletter.double_opt_in"
        description={t`Proves that the number belongs to who typed it. A group can decide otherwise.`}
      />
      <SwitchSetting
        form={form}
        name="newsletter.call_may_switch_off"
        description={t`For consent that was given elsewhere, such as in a shop.`}
      />
      <TextSetting
        form={form}
        name="newsletter.code_text"
        description={t`{{code}} becomes the code, {{sender}} and {{group}} the names of both. As long as it is unchanged, it is sent in 28 languages; a text of your own is for all of them.`}
        long
      />
      <LanguageTexts
        form={form}
        name="newsletter.code_texts"
        fallback={null}
        none={t`Everyone gets the text above.`}
        description={t`Instead of the text above, for people with this language.`}
      />
      <LanguageTexts
        form={form}
        name="newsletter.welcome_texts"
        fallback="default"
        none={t`None is sent.`}
        description={t`To everyone who has joined. {{name | friend}}, {{group}}, {{sender}} and {{stop}} are replaced.`}
      />
      <ChoiceSetting
        form={form}
        name="newsletter.welcome_category"
        description={t`A text that advertises waits for quiet hours, counts toward the cap and gets the footer.`}
        options={[
          { value: "transactional", label: t`A confirmation, sent at once` },
          { value: "marketing", label: t`Marketing` },
        ]}
      />
    </SectionPanel>
  );
}
