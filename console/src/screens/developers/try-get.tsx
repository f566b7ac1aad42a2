import { useMutation } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { useSession } from "../../api/session.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { t } from "../../lib/translate.ts";
import { issuesOf } from "../../lib/use-api-form.ts";
import { snippetsOf } from "./call-snippets.ts";
import classes from "./developers.module.css";
import { ExchangeView } from "./exchange-view.tsx";
import { exchange } from "./exchange.ts";
import { inputOf, type Operation, targetOf } from "./operations.ts";
import { ParameterField } from "./parameter-field.tsx";
import { Snippets } from "./snippets.tsx";
import { useSiteUrl } from "./use-site-url.ts";

/** One GET with its parameters: called in the person's name, and as a program would write it. */
export function TryGet({ operation }: { readonly operation: Operation }) {
  const { username } = useSession().user;
  const url = useSiteUrl();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const input = inputOf(operation, values);
  const call = useMutation({ mutationFn: () => exchange(operation.id, input) });
  const issues = issuesOf(call.data?.error);
  const missing = operation.parameters.some(({ name, required }) => required && !(name in input));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) call.mutate();
  };
  return (
    <div className={classes.snippets}>
      <p lang="en" dir="ltr" className={classes.quiet}>
        {operation.summary}. {operation.description}
      </p>
      <form className={classes.snippets} onSubmit={submit} noValidate>
        <div className={classes.fields}>
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              of={parameter}
              value={values[parameter.name] ?? ""}
              error={issues[parameter.name]}
              onChange={(value) => setValues({ ...values, [parameter.name]: value })}
            />
          ))}
        </div>
        <div className={classes.line}>
          <Button type="submit" loading={call.isPending} disabled={missing}>{t`Make this call`}</Button>
          {missing && <span className={classes.quiet}>{t`A parameter of the path is missing.`}</span>}
        </div>
      </form>
      {call.error && <ErrorView error={call.error} title={t`The call was not made`} />}
      {call.data && <ExchangeView of={call.data.exchange} />}
      <Snippets
        label={operation.summary}
        texts={snippetsOf({
          url,
          username,
          operation: operation.id,
          method: "GET",
          target: targetOf(operation, input),
          input,
          answers: operation.answers,
        })}
      />
    </div>
  );
}
