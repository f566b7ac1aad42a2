import { Page } from "../../components/page.tsx";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { t } from "../../lib/translate.ts";
import { Alerts } from "./alerts.tsx";
import { LanguageTexts } from "./language-texts.tsx";
import { Newsletter } from "./newsletter.tsx";
import { Prices } from "./prices.tsx";
import { RequestLog } from "./request-log.tsx";
import { Retention } from "./retention.tsx";
import { SectionPanel } from "./section-panel.tsx";
import { SettingsForm } from "./settings-form.tsx";

const parts = [
  { name: "subscribing", label: t`Subscribing` },
  { name: "passwords", label: t`One-time passwords` },
  { name: "prices", label: t`Prices` },
  { name: "retention", label: t`Retention` },
  { name: "requests", label: t`Request log` },
  { name: "alerts", label: t`Alerts` },
] as const;

/** What may change while the service runs; what protects people is under Safety and privacy. */
export function Settings() {
  const part = usePart(parts);
  return (
    <Page title={t`Settings`} width="form" lead={t`Everything else is in the configuration where the service runs.`}>
      <SubNav label={t`Settings`} parts={parts} current={part} />
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
              lead={t`What a person gets who signs in somewhere with a code. How many codes are sent is under Safety and privacy.`}
            >
              <LanguageTexts
                form={form}
                name="one_time_passwords.texts"
                fallback="en"
                none={t`Everyone gets the English text that comes with the service.`}
                description={t`{{code}} becomes the code. A language that is not listed gets the English text.`}
              />
            </SectionPanel>
          )}
        </SettingsForm>
      )}
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
