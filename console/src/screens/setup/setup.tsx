import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { sessionQuery } from "../../api/session.ts";
import { t } from "../../lib/translate.ts";
import { Entrance } from "../sign-in/entrance.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { ChoosePassword } from "./choose-password.tsx";
import { FirstMessage } from "./first-message.tsx";
import { FirstNumber } from "./first-number.tsx";
import { GatewayOrSandbox } from "./gateway-or-sandbox.tsx";

/** The link of the first start: a password, then three steps to a first message. */
export function Setup() {
  // Read once and taken out of the address: the token works once and belongs in no history.
  const [token] = useState(() => location.hash.slice(1));
  const [step, setStep] = useState(0);
  const [number, setNumber] = useState("");
  const { data: session } = useQuery(sessionQuery);
  useEffect(() => {
    document.title = `${t`Set up`} · Tidings`;
    if (token) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  if (step === 0 && token) return <ChoosePassword token={token} onDone={() => setStep(1)} />;
  if (session === null) return <SignIn />;
  if (!session) return <Entrance title={t`Set up`}>{t`Reading your account…`}</Entrance>;
  const skip = <Link to="/">{t`Leave the setup and go to the console`}</Link>;
  if (step <= 1) return <GatewayOrSandbox session={session} foot={skip} onDone={() => setStep(2)} />;
  if (step === 2) {
    const done = (chosen: string) => {
      setNumber(chosen);
      setStep(3);
    };
    return (
      <FirstNumber
        sandbox={session.site.sandbox}
        initial={number}
        foot={skip}
        onDone={done}
        onBack={() => setStep(1)}
      />
    );
  }
  const { sandbox } = session.site;
  const watches = sandbox && session.capabilities.includes("svc_setting");
  return <FirstMessage number={number} sandbox={sandbox} watches={watches} foot={skip} onBack={() => setStep(2)} />;
}
