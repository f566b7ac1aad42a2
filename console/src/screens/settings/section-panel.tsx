import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Panel } from "../../components/panel.tsx";
import { Time } from "../../components/time.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { rich } from "../../lib/rich.ts";
import { t } from "../../lib/translate.ts";
import { sectionLabels } from "./setting-labels.ts";
import type { SectionName, SettingsData } from "./settings-data.ts";
import classes from "./settings.module.css";

type SectionPanelProps = {
  readonly section: SectionName;
  readonly data: SettingsData;
  /** One sentence: what the section decides. */
  readonly lead: ReactNode;
  /** Instead of the section's own name. */
  readonly title?: string;
  readonly children: ReactNode;
};

/** One section of the settings, and who changed it last. */
export function SectionPanel({ section, data, lead, title = sectionLabels[section], children }: SectionPanelProps) {
  const updated = data.updated.find((one) => one.section === section);
  return (
    <Panel title={title} lead={lead}>
      <div className={classes.fields}>{children}</div>
      <p className={classes.changed}>
        {updated ? (
          <>
            {rich`Changed ${<Time at={updated.updated_at} focusable />} by ${<PersonName principal={updated.updated_by} />}.`}{" "}
            <Link to="/audit" search={{ section }} aria-label={t`All changes of ${title}`}>{t`All changes`}</Link>
          </>
        ) : (
          t`These are the defaults.`
        )}
      </p>
    </Panel>
  );
}
