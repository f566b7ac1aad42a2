import { useState } from "react";

import { useSession } from "../../api/session.ts";
import { LicenseNote } from "../../components/license-note.tsx";
import { PhonePreview } from "../../components/phone-preview.tsx";
import { SmsTextField } from "../../components/sms-text/sms-text-field.tsx";
import { WhenFields } from "../../components/when-fields.tsx";
import type { When } from "../../lib/when.ts";
import classes from "./components.module.css";

export function SampleMessage() {
  const zone = useSession().site.time_zone;
  const [text, setText] = useState("Hi {{first_name | there}}, it’s your turn at 9.");
  const [when, setWhen] = useState<When>({ at: "2027-01-31T09:00", repeat: { value: 1, unit: "month" }, end: "" });
  return (
    <div className={classes.two}>
      <div className={classes.stack}>
        <SmsTextField label="Text" text={text} onChange={setText} />
        <WhenFields when={when} zone={zone} recurring onChange={setWhen} />
        <LicenseNote feature="scheduling" />
      </div>
      <PhonePreview text={text} sender="ACME" />
    </div>
  );
}
