import { Button } from "@mantine/core";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { useSession } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./profile.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ConfirmCode } from "./second-factor-confirm.tsx";
import { StartSecondFactor, TurnOffSecondFactor } from "./second-factor-password.tsx";

type Secret = Operations["startTotp"]["data"];

type Step =
  | { readonly at: "rest" }
  | { readonly at: "password" }
  | { readonly at: "confirm"; readonly secret: Secret }
  | { readonly at: "codes"; readonly codes: readonly string[] }
  | { readonly at: "off" };

/** Password, QR code and a first code, recovery codes: one after the other, in place. */
export function SecondFactor() {
  const on = useSession().session?.two_factor ?? false;
  const [step, setStep] = useState<Step>({ at: "rest" });
  const rest = () => setStep({ at: "rest" });
  if (step.at === "codes") return <RecoveryCodes codes={step.codes} onDone={rest} />;
  if (step.at === "confirm" && !on) {
    return (
      <ConfirmCode secret={step.secret} onConfirmed={(codes) => setStep({ at: "codes", codes })} onCancel={rest} />
    );
  }
  if (step.at === "password" && !on) {
    return <StartSecondFactor onStarted={(secret) => setStep({ at: "confirm", secret })} onCancel={rest} />;
  }
  if (step.at === "off" && on) return <TurnOffSecondFactor onDone={rest} />;
  return (
    <div className={classes.steps}>
      <p className={classes.state}>
        <Icon name={on ? "check" : "minus"} size={16} className={on ? classes.on : undefined} />
        <span>
          {on ? (
            <>
              <strong>{t`The second factor is on.`}</strong>{" "}
              {t`If you have lost the recovery codes, turn it off and set it up again: you get new ones.`}
            </>
          ) : (
            <strong>{t`The second factor is off.`}</strong>
          )}
        </span>
      </p>
      <div>
        {on ? (
          <Button variant="default" onClick={() => setStep({ at: "off" })}>{t`Turn off the second factor`}</Button>
        ) : (
          <Button variant="default" onClick={() => setStep({ at: "password" })}>{t`Set up a second factor`}</Button>
        )}
      </div>
    </div>
  );
}
