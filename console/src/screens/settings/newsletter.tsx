import { ChoiceSetting, SwitchSetting, TextSetting } from "./fields.tsx";
import { LanguageTexts } from "./language-texts.tsx";
import { SectionPanel } from "./section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "./settings-data.ts";

type Props = { readonly form: SettingsFormOf<"newsletter">; readonly data: SettingsData };

export function Newsletter({ form, data }: Props) {
  return (
    <SectionPanel section="newsletter" data={data} lead="How people join. A group can have texts of its own.">
      <SwitchSetting
        form={form}
        name="newsletter.double_opt_in"
        description="Proves that the number belongs to who typed it. A group can decide otherwise."
      />
      <SwitchSetting
        form={form}
        name="newsletter.call_may_switch_off"
        description="For consent that was given elsewhere, such as in a shop."
      />
      <TextSetting
        form={form}
        name="newsletter.code_text"
        description="{{code}} becomes the code, {{sender}} and {{group}} the names of both."
        long
      />
      <LanguageTexts
        form={form}
        name="newsletter.code_texts"
        fallback={null}
        none="Everyone gets the text above."
        description="Instead of the text above, for people with this language."
      />
      <LanguageTexts
        form={form}
        name="newsletter.welcome_texts"
        fallback="default"
        none="None is sent."
        description="To everyone who has joined. {{name | friend}}, {{group}}, {{sender}} and {{stop}} are replaced."
      />
      <ChoiceSetting
        form={form}
        name="newsletter.welcome_category"
        description="A text that advertises waits for quiet hours, counts towards the cap and gets the footer."
        options={[
          { value: "transactional", label: "A confirmation, sent at once" },
          { value: "marketing", label: "Marketing" },
        ]}
      />
    </SectionPanel>
  );
}
