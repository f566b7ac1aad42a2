import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { TidingsError, type Operations } from "tidings-client";

import { tidings } from "../../../api/client.ts";
import { ErrorView } from "../../../components/error-view.tsx";
import { Phone } from "../../../components/phone.tsx";
import { StateBadge } from "../../../components/state-badge.tsx";
import { categoryNames } from "../../../lib/categories.ts";
import { list, percent } from "../../../lib/format.ts";
import { t } from "../../../lib/translate.ts";
import classes from "../gateways.module.css";
import { ruleName } from "./rules.ts";

type Category = keyof typeof categoryNames;
type Answer = Operations["explainRoute"]["data"];

/** Says which gateway would send to a number, and why. `routing`: by these rules instead of those that are in force. */
export function WhichGateway({ routing }: { readonly routing?: string }) {
  const [to, setTo] = useState("");
  const [category, setCategory] = useState<Category>("transactional");
  const [number, setNumber] = useState("");
  const answer = useQuery({
    queryKey: ["gateways", "route", number, category, routing ?? null],
    queryFn: ({ signal }) =>
      tidings.explainRoute({ to: number, category, ...(routing !== undefined && { routing }) }, { signal }),
    enabled: number !== "",
    retry: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to.trim() === number) void answer.refetch();
    setNumber(to.trim());
  };
  const wrong = answer.error instanceof TidingsError ? answer.error.params["to"] : undefined;
  return (
    <div className={classes.paragraphs}>
      <form className={classes.row} onSubmit={submit}>
        <TextInput
          flex="1 1 180px"
          label={t`Phone number`}
          placeholder="+49 151 23456789"
          type="tel"
          dir="ltr"
          value={to}
          error={wrong && t`This is not a phone number. Write it with + and the country.`}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          flex="1 1 180px"
          label={t`Kind of message`}
          value={category}
          data={Object.entries(categoryNames).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setCategory(event.currentTarget.value as Category)}
        />
        <Button type="submit" variant="default" loading={answer.isFetching && number !== ""}>{t`Show the way`}</Button>
      </form>
      {answer.error && wrong === undefined && <ErrorView error={answer.error} />}
      {answer.data && !answer.error && (
        <div role="status" className={classes.paragraphs}>
          <p>
            <Phone number={answer.data.to} />: <strong>{answer.data.gateway}</strong>. {reasonOf(answer.data)}
          </p>
          <ul className={classes.steps}>
            {answer.data.candidates.map(({ gateway, share, state }) => (
              <li key={gateway}>
                <span>
                  <bdi>{gateway}</bdi> <StateBadge of="gateway" state={state} />{" "}
                  <span className={classes.quiet}>{percent(share, 0)}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Why that gateway: the rule, and whether the text would wait. What the others do is in the list. */
function reasonOf({ gateway, rules, candidates }: Answer): string {
  const state = candidates.find((one) => one.gateway === gateway)?.state;
  const waits = state === "paused" || state === "open" || state === "disabled";
  return [
    ...(rules.length > 0 ? [t`By the rule “${list(rules.map(ruleName), "unit")}”.`] : []),
    ...(waits ? [t`The text waits until this gateway sends again.`] : []),
  ].join(" ");
}
