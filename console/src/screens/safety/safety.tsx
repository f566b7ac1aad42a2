import { useQuery } from "@tanstack/react-query";

import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { SubNav, usePart } from "../../components/sub-nav.tsx";
import { loadServiceTexts } from "../../lib/load-service-texts.ts";
import { t } from "../../lib/translate.ts";
import { SettingsForm } from "../settings/settings-form.tsx";
import { Codes } from "./codes.tsx";
import { ConsentAndOptOut } from "./consent.tsx";
import { FrequencyCap } from "./frequency-cap.tsx";
import { Privacy } from "./privacy.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import { Spending } from "./spending.tsx";
import { parts } from "./parts.ts";

/** What protects the people who get texts, and the money of those who send them. */
export function Safety() {
  const part = usePart(parts);
  // Beside the settings, and not after them.
  const texts = useQuery({
    queryKey: ["service-texts", "quiet-hours"],
    queryFn: async () => {
      await loadServiceTexts("quiet-hours");
      return true;
    },
    staleTime: Infinity,
  });
  return (
    <Page title={t`Safety and privacy`} width="form">
      <SubNav label={t`Safety and privacy`} parts={parts} current={part} />
      {part === "hours" && (
        <SettingsForm key={part} sections={["quiet_hours"]}>
          {(form, data) => (texts.isPending ? <Skeleton height={420} /> : <QuietHours form={form} data={data} />)}
        </SettingsForm>
      )}
      {part === "cap" && (
        <SettingsForm key={part} sections={["frequency_cap"]}>
          {(form, data) => <FrequencyCap form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "consent" && (
        <SettingsForm key={part} sections={["consent", "opt_out", "footer"]}>
          {(form, data) => <ConsentAndOptOut form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "codes" && (
        <SettingsForm key={part} sections={["guard"]}>
          {(form, data) => <Codes form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "spending" && (
        <SettingsForm key={part} sections={["spending", "low_credit"]}>
          {(form, data) => <Spending form={form} data={data} />}
        </SettingsForm>
      )}
      {part === "privacy" && <Privacy />}
    </Page>
  );
}
