import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { keptSession, refetchSession } from "../../api/session.ts";
import { t } from "../../lib/translate.ts";
import { Entrance } from "./entrance.tsx";

/** The way to the platform's own sign-in, which leads back to the screen of the address. */
export function PlatformSignIn({ place }: { readonly place: string }) {
  const queries = useQueryClient();
  // This page would be left, and with it what was typed.
  const inAnotherTab = keptSession() !== null;
  useEffect(() => {
    const lookAgain = (): void => refetchSession(queries);
    addEventListener("focus", lookAgain);
    return () => removeEventListener("focus", lookAgain);
  }, [queries]);
  const next = inAnotherTab ? "/sign-in/done" : location.pathname + location.search;
  return (
    <Entrance
      title={t`Sign in`}
      lead={
        inAnotherTab
          ? t`Your session has ended. Sign in again in a new tab: what you were typing is still here when you come back.`
          : t`With your account on ${place}.`
      }
    >
      <Button
        component="a"
        fullWidth
        href={`/sign-in?next=${encodeURIComponent(next)}`}
        {...(inAnotherTab && { target: "_blank", rel: "noopener" })}
      >{t`Continue on ${place}`}</Button>
    </Entrance>
  );
}
