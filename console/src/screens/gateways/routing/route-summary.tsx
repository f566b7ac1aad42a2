import { ErrorView } from "../../../components/error-view.tsx";
import { SkeletonLines } from "../../../components/skeleton.tsx";
import { list } from "../../../lib/format.ts";
import { t } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import { readRules, targetOf, whenOf } from "./rules.ts";
import { useRouting } from "./use-routing.ts";

/** The rules that are in force, in sentences. */
export function RouteSummary() {
  const routing = useRouting();
  if (routing.error && !routing.data) return <ErrorView error={routing.error} onRetry={() => void routing.refetch()} />;
  if (!routing.data) return <SkeletonLines />;
  const { effective, routing: stored, unavailable } = routing.data;
  const read = effective === "" ? null : readRules(effective);
  return (
    <div className={classes.paragraphs}>
      {effective === "" && <p>{t`No gateway is used by default: only what names one is sent.`}</p>}
      {effective !== "" && !read && (
        <code className={classes.dsn} dir="ltr">
          {effective}
        </code>
      )}
      {read && (
        <ol className={classes.steps}>
          {read.rules.map((rule, index) => (
            <li key={index}>
              <span>
                {whenOf(rule)}: <strong>{targetOf(rule.target)}</strong>
              </span>
            </li>
          ))}
          <li>
            <span>
              {read.rules.length > 0 ? t`Everything else` : t`Everything`}: <strong>{targetOf(read.otherwise)}</strong>
            </span>
          </li>
        </ol>
      )}
      <p className={classes.quiet}>
        {stored === null
          ? t`No rules are stored: this follows from the gateways and their order.`
          : t`These rules are stored: the order of the list does not matter.`}
      </p>
      {unavailable.length > 0 && (
        <p className={classes.notice}>
          <span>
            {unavailable.length === 1
              ? t`${unavailable[0]!} sends nothing now. Others take the texts where the rules allow it; the rest waits.`
              : t`${list(unavailable, "unit")} send nothing now. Others take the texts where the rules allow it; the rest waits.`}
          </span>
        </p>
      )}
    </div>
  );
}
