import { Page } from "../../components/page.tsx";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import { Alerts } from "./alerts.tsx";
import { ChoiceSetting } from "./fields.tsx";
import { LanguageTexts } from "./language-texts.tsx";
import { Newsletter } from "./newsletter.tsx";
import { Orders } from "./orders.tsx";
import { Prices } from "./prices.tsx";
import { RequestLog } from "./request-log.tsx";
import { Retention } from "./retention.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { parts } from "./parts.ts";

/** What may change while the service runs; what protects people is under Safety and privacy. */
export function Settings() {
  const part = usePart(parts);
  return (
    <Page title={t`Settings`} width="form" lead={t`Everything else is in the configuration where the service runs.`}>
      <SubNav label={t`Settings`} parts={parts} current={part} />
      {part === "site" && (
        <SettingsForm key={part} sections={["site"]}>
          {(form, data) => (
            <SectionPanel section="site" data={data} lead={t`For people whose own language is not known.`}>
              <ChoiceSetting
                form={form}
                name="site.locale"
                description={t`Codes, confirmations and pages are in it if it is one of their 28 languages, otherwise in English; new forms begin in it. Your own texts stay as they are.`}
                options={languageOptions(String(form.values["site.locale"]))}
              />
            </SectionPanel>
          )}
        </SettingsForm>
      )}
      {part === "subscribing" && (
        <SettingsForm key={part} sections={["newsletter"]}>
          {(form, data) => <Newsletter form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "passwords" && (
        <SettingsForm key={part} sections={["one_time_passwords"]}>
          {(form, data) => (
            <SectionPanel
              section="one_time_passwords"
              data={data}
              lead={t`The text for people who sign in somewhere with a code. The limits of codes are under Safety and privacy.`}
            >
              <LanguageTexts
                form={form}
                name="one_time_passwords.texts"
                fallback="en"
                none={t`Everyone gets the English text that comes with the service.`}
                description={t`{{code}} becomes the code, {{sender}} the name of the sender, {{minutes}} how long the code is valid. As long as the English text is unchanged, it is sent in 28 languages; a text of your own is for all that are not listed.`}
              />
            </SectionPanel>
          )}
        </SettingsForm>
      )}
      {part === "orders" && <Orders />}
      {part === "prices" && (
        <SettingsForm key={part} sections={["prices"]}>
          {(form, data) => <Prices form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "retention" && (
        <SettingsForm key={part} sections={["retention"]}>
          {(form, data) => <Retention form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "requests" && (
        <SettingsForm key={part} sections={["request_log"]}>
          {(form, data) => <RequestLog form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "alerts" && (
        <SettingsForm key={part} sections={["alerts"]}>
          {(form, data) => <Alerts form={form} data={data} />}
        </SettingsForm>
      )}
    </Page>
  );
}
