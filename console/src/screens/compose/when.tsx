import "@mantine/core/styles/FloatingIndicator.layer.css";
import { SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

import { useSession } from "../../api/session.ts";
import { LicenseNote } from "../../components/license-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { unlocks } from "../../lib/license.ts";
import { tomorrowAtNine } from "../../lib/recurrence.ts";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Draft } from "./draft.ts";

/** Most messages leave at once. */
const WhenFields = lazy(async () => ({ default: (await import("../../components/when-fields.tsx")).WhenFields }));

export type WhenProps = {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  /** By the API's names. */
  readonly issues: Readonly<Record<string, string>>;
};

/** At once, or at a time, once or again and again. */
export function WhenChoice({ draft, onChange, issues }: WhenProps) {
  const { license, time_zone: zone } = useSession().site;
  const [chosen, setChosen] = useState(false);
  const licensed = unlocks(license, "scheduling");
  const { when } = draft;
  const later = when !== null || chosen;
  const propose = useEffectEvent(() =>
    onChange({ when: { at: tomorrowAtNine(new Date(), zone), repeat: null, end: "" } }),
  );
  // The license may arrive while this is shown.
  const missing = licensed && chosen && !when;
  useEffect(() => {
    if (missing) propose();
  }, [missing]);
  const choose = (value: string) => {
    setChosen(value === "later");
    if (value === "now" && when) onChange({ when: null });
  };
  return (
    <div className={classes.who}>
      <SegmentedControl
        aria-label={t`When`}
        fullWidth
        data={[
          { value: "now", label: t`Send at once` },
          { value: "later", label: t`Later` },
        ]}
        value={later ? "later" : "now"}
        onChange={choose}
      />
      {later && <LicenseNote feature="scheduling">{t`Without one, a message can be sent at once.`}</LicenseNote>}
      {when && licensed && (
        <Suspense fallback={<Skeleton height={120} />}>
          <WhenFields
            when={when}
            zone={zone}
            recurring={unlocks(license, "recurring")}
            issues={issues}
            onChange={(next) => onChange({ when: next })}
          />
        </Suspense>
      )}
    </div>
  );
}
