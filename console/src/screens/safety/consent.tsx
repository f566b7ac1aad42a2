import { Link } from "@tanstack/react-router";

import { t } from "../../lib/translate.ts";
import { choiceWords } from "../settings/choice-words.ts";
import { ChoiceSetting, SwitchSetting, TextSetting } from "../settings/fields.tsx";
import { LanguageTexts } from "../settings/language-texts.tsx";
import { SectionPanel } from "../settings/section-panel.tsx";
import type { SettingsData, SettingsFormOf } from "../settings/settings-data.ts";
import classes from "./safety.module.css";

type Props = { readonly form: SettingsFormOf<"consent" | "opt_out" | "footer">; readonly data: SettingsData };

const words = choiceWords["consent.require_record"];
const rules = (["enforce", "warn", "off"] as const).map((value) => ({ value, label: words[value] }));

/** Who may get marketing, what a STOP does, and how people learn that they can say it. */
export function ConsentAndOptOut({ form, data }: Props) {
  return (
    <div className={classes.stack}>
      <SectionPanel section="consent" data={data} lead={t`Proof that a person agreed to get marketing.`}>
        <ChoiceSetting
          form={form}
          name="consent.require_record"
          description={t`Numbers that are typed or pasted, users, roles and customers. Subscribers have agreed. Many countries do not allow it.`}
          options={rules}
        />
        <SwitchSetting
          form={form}
          name="consent.record_address"
          description={t`As evidence, in records from now on. Those that exist never change.`}
        />
      </SectionPanel>
      <SectionPanel
        section="opt_out"
        data={data}
        lead={
          <>
            {t`People who reply STOP, in any of the languages that are understood, get no more marketing. This cannot be turned off.`}{" "}
            <Link to="/suppressions">{t`Who opted out`}</Link>
          </>
        }
      >
        <ChoiceSetting
          form={form}
          name="opt_out.scope"
          description={t`STOP ALL always ends the texts of every sender.`}
          options={[
            { value: "global", label: t`The texts of every sender` },
            { value: "sender", label: t`Only the texts of the sender it replies to` },
          ]}
        />
        <SwitchSetting form={form} name="opt_out.applies_to_transactional" />
        <SwitchSetting
          form={form}
          name="opt_out.applies_to_otp"
          description={t`People who opted out then cannot sign in where a code is needed.`}
        />
        <SwitchSetting
          form={form}
          name="opt_out.confirm"
          description={t`Leave it off if the provider does that itself, as most do in the United States.`}
        />
        <LanguageTexts
          form={form}
          name="opt_out.confirm_text"
          fallback="default"
          none={t`There is no text: nothing is confirmed.`}
          description={t`By the language of the stop word. {{sender}} is replaced. As long as the text for all others is unchanged, it is sent in 28 languages.`}
        />
        <LanguageTexts
          form={form}
          name="opt_out.help_text"
          fallback="default"
          none={t`HELP is not answered.`}
          description={t`At most once an hour to each number. {{sender}} is replaced.`}
        />
        <TextSetting
          form={form}
          name="opt_out.sender_name"
          description={t`Takes the place of {{sender}} in these texts and in the footer.`}
          whenEmpty={t`The sender that the text is sent with`}
        />
      </SectionPanel>
      <SectionPanel
        section="footer"
        data={data}
        lead={t`Tells people how to opt out. It counts as text, so a message may need one part more.`}
      >
        <SwitchSetting form={form} name="footer.enabled" />
        <LanguageTexts
          form={form}
          name="footer.texts"
          fallback="default"
          none={t`There is no footer.`}
          description={t`{{sender}} and {{stop}} are replaced.`}
        />
        <TextSetting
          form={form}
          name="footer.stop"
          description={t`With the number if the sender is a name, as nobody can reply to one: STOP to 36111.`}
        />
      </SectionPanel>
    </div>
  );
}
