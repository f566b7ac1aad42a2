import { Link } from "@tanstack/react-router";

import { useCan } from "../../api/session.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Preview } from "./use-preview.ts";

/** People for whom a value is missing, or makes the text too long: because of them nobody gets the message. */
export function WithoutText({ refused }: { readonly refused: Preview["refused_people"] }) {
  const can = useCan();
  if (!refused) return null;
  const { count, sample } = refused;
  return (
    <div className={classes.bad} role="status">
      <p>
        <strong>
          {plural(
            count,
            "# person has no text, so the message would be sent to nobody.",
            "# people have no text, so the message would be sent to nobody.",
          )}
        </strong>
      </p>
      <ul>
        {sample.slice(0, 5).map(({ label, kind, id, reason, variable, segments }, index) => (
          <li key={`${kind} ${id ?? index}`}>
            <bdi dir="ltr">
              {kind === "subscriber" && id !== null && can("svc_subscribers") ? (
                <Link to={"/subscribers/$id" as string} params={{ id: `${id}` } as never}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </bdi>
            <span>
              {reason === "missing_value"
                ? t`no value for ${`{{${variable ?? ""}}}`}`
                : plural(segments ?? 0, "# part, which is too long", "# parts, which is too long")}
            </span>
          </li>
        ))}
      </ul>
      <p>{t`Fill in what is missing, or write what they read instead: ${"{{name | friend}}"}.`}</p>
    </div>
  );
}
