import { Time } from "../../components/time.tsx";
import { reasonWords } from "../../lib/reason-words.ts";
import { rich } from "../../lib/rich.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./gateways.module.css";
import type { GatewayData } from "./use-gateways.ts";

const meanings = {
  degraded: t`Calls to it fail or time out. Others take over what they can.`,
  paused: t`Nothing is sent through it.`,
  open: t`Nothing is sent through it: too many responses left it unclear whether a text was accepted.`,
  disabled: t`It is switched off: nothing is sent through it, and what waits for it waits on. Receipts still arrive.`,
} as const;

/** Why it is not up, since when, and when that ends; and what of the provider's calls was not understood. */
export function GatewayHealth({ gateway }: { readonly gateway: GatewayData }) {
  const { state, reason, since, until, counters } = gateway.health;
  return (
    <>
      {state !== "up" && (
        <div className={classes.notice} role="note">
          <p>
            <strong>{meanings[state]}</strong>{" "}
            {reason && state !== "disabled" && <span dir="auto">{t`Reason: ${reasonWords(reason)}.`} </span>}
            {since && <>{rich`Since ${<Time at={since} focusable />}.`} </>}
            {until && <>{rich`It tries again ${<Time at={until} focusable />}.`}</>}
          </p>
        </div>
      )}
      {counters.unread > 0 && (
        <div className={classes.notice} role="note">
          <p>
            <strong>
              {plural(
                counters.unread,
                "# call of the provider could not be understood in the last hour.",
                "# calls of the provider could not be understood in the last hour.",
              )}
            </strong>{" "}
            {t`Receipts or replies may be lost. Check that the address below is entered for the right product at the provider.`}
          </p>
        </div>
      )}
    </>
  );
}
