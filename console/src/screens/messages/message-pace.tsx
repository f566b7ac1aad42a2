import { Fact, Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { t } from "../../lib/translate.ts";
import { limitOf } from "./limit.ts";
import classes from "./messages.module.css";
import { isOver, type MessageDetail } from "./use-message.ts";

/** While it leaves: how fast, how fast at most and by whose limit, and when the last one will have left. */
export function MessagePace({ message }: { readonly message: MessageDetail }) {
  const { state, progress, held, rate_per_minute: own } = message;
  if (isOver(state) || state === "resolving") return null;
  const measured = Math.round(progress.rate * 60);
  const { limit, isOwn } = limitOf(message);
  return (
    <div className={classes.pace}>
      <Facts>
        {/* Of the first few, one more or less is a lot. */}
        <Fact name={t`Rate now`}>{t`${Math.min(measured, own ?? Infinity)} a minute`}</Fact>
        <Fact name={t`Limit`}>
          {limit === null ? (
            t`as fast as the gateway allows`
          ) : (
            <>
              {t`${limit} a minute`}{" "}
              <span className={classes.quiet}>
                {isOwn ? t`set for this message` : t`of the gateway, for all messages`}
              </span>
            </>
          )}
        </Fact>
        <Fact name={t`Expected end`}>
          {progress.eta === null ? t`not known yet` : <Time at={progress.eta} focusable />}{" "}
          {progress.eta !== null && (
            <span className={classes.quiet}>{held ? t`with those that are held` : t`at this rate`}</span>
          )}
        </Fact>
      </Facts>
    </div>
  );
}
