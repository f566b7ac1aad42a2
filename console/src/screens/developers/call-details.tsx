import { Link } from "@tanstack/react-router";
import type { Operations } from "tidings-client";

import { CopyButton } from "../../components/copy-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Time } from "../../components/time.tsx";
import { list, milliseconds } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { CallState } from "./call-columns.tsx";
import classes from "./developers.module.css";

type Details = Operations["getRequest"]["data"];

/** What was called and how it ended; why it was refused, and what it repeated. */
export function CallDetails({ call, keys }: { readonly call: Details; readonly keys: ReadonlyMap<string, string> }) {
  const { application_password_id: key, request_id: request, called_by: by } = call;
  return (
    <div className={classes.details}>
      <div>
        <CallState call={call} />
      </div>
      <Facts>
        <Fact name={t`When`}>
          <Time at={call.at} show="exact" />
        </Fact>
        <Fact name={t`Duration`}>{milliseconds(call.duration_ms)}</Fact>
        <Fact name={term("By", "caller")}>{by === null ? t`nobody known` : <PersonName principal={by} />}</Fact>
        <Fact name={term("With", "application password")}>
          {key === null ? t`a session or the site` : <bdi className={classes.id}>{keys.get(key) ?? key}</bdi>}
        </Fact>
        <Fact name={t`Route`}>
          <Link to="." search={only("route", call.route)} className={classes.id} dir="ltr">
            {call.route}
          </Link>
        </Fact>
        {request && (
          <Fact name={t`Request`}>
            <code dir="ltr" className={classes.id}>
              {request}
            </code>{" "}
            <CopyButton text={request} label={t`Copy the request id`} small />
          </Fact>
        )}
      </Facts>
      {call.error && <Refusal call={call} error={call.error} />}
      {call.original && <Repetition of={call.original} />}
      {call.message_ids.length > 0 && (
        <section>
          <h3>{plural(call.message_ids.length, "Its message", "Its messages")}</h3>
          <ul className={classes.ids}>
            {call.message_ids.map((id) => (
              <li key={id}>
                <Link to="/messages/$id" params={{ id }} className={classes.id} dir="ltr">
                  {id}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The list with this filter alone, and no drawer. */
function only(name: "route" | "code", value: string): Readonly<Record<string, string>> {
  return { part: "log", [name]: value };
}

function Refusal({ call, error }: { readonly call: Details; readonly error: NonNullable<Details["error"]> }) {
  const at = error.docs.indexOf("/docs/");
  return (
    <section>
      <h3>{t`What went wrong`}</h3>
      <p>{serviceText(error.message)}</p>
      {call.parameters.length > 0 && <p>{t`It is about: ${list(call.parameters, "unit")}`}</p>}
      <div lang="en" dir="ltr" className={classes.quiet}>
        <p>{error.cause}</p>
        <p>{error.remedy}</p>
      </div>
      <p>
        <a href={at === -1 ? error.docs : error.docs.slice(at)} target="_blank" rel="noreferrer">
          {t`What to do about it`}
        </a>
        {" · "}
        {call.code && <Link to="." search={only("code", call.code)}>{t`All calls with this error`}</Link>}
      </p>
    </section>
  );
}

function Repetition({ of: { at, id } }: { readonly of: NonNullable<Details["original"]> }) {
  return (
    <section>
      <h3>{t`A repetition`}</h3>
      <p>
        {t`This call had the Idempotency-Key of an earlier one. It got the same response, and nothing was done again.`}{" "}
        {at !== null && rich`The first call ended ${<Time at={at} focusable />}.`}
      </p>
      {id ? (
        <Link to="." search={(before: object) => ({ ...before, call: id })}>{t`Open the first call`}</Link>
      ) : (
        <p className={classes.quiet}>{t`The first call is not in this log.`}</p>
      )}
    </section>
  );
}
