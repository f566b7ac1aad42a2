import type { ReactNode } from "react";

import { Icon } from "../../../components/icon.tsx";
import { rich } from "../../../lib/rich.ts";
import { t } from "../../../lib/translate.ts";
import classes from "./text-thread.module.css";
import { useSuppressionsOf } from "./use-answers.ts";

/** Why nothing more arrives here, as far as the user may know. */
export function Suppressed({ number }: { readonly number: string }) {
  const entries = useSuppressionsOf(number) ?? [];
  const find = (kind: (typeof entries)[number]["kind"]) => entries.find((entry) => entry.kind === kind);
  const out = entries.find(({ kind, sender }) => kind === "opt_out" && sender === null) ?? find("opt_out");
  if (out) {
    return (
      <Line>
        {out.sender === null
          ? t`Opted out: nothing more is sent here.`
          : rich`Opted out of ${<bdi>{out.sender}</bdi>}: nothing more is sent here.`}
      </Line>
    );
  }
  if (find("block")) return <Line>{t`Blocked: nothing is sent here.`}</Line>;
  if (find("maybe_opt_out"))
    return <Line>{t`May want to stop: marketing waits until somebody decides in the inbox.`}</Line>;
  return null;
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.suppressed} role="note">
      <Icon name="ban" size={14} />
      <span>{children}</span>
    </p>
  );
}
