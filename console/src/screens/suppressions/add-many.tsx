import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { commas } from "../../lib/commas.ts";
import { plural, t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { numbersIn } from "../compose/audience.ts";
import { KindField } from "./add-suppression.tsx";
import classes from "./suppressions.module.css";

type AddManyProps = { readonly opened: boolean; readonly onClose: () => void };

/** A list of numbers that was kept elsewhere. */
export function AddMany({ opened, onClose }: AddManyProps) {
  return (
    <Drawer title={t`Suppress many numbers`} opened={opened} onClose={onClose} width={480}>
      <ManyForm onDone={onClose} />
    </Drawer>
  );
}

/** Of the API, in one call. */
const most = 10_000;
/** So many bad numbers are named. */
const named = 5;

function ManyForm({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { numbers: "", kind: "opt_out" as "opt_out" | "block", reason: "", skip: false },
    submit: ({ numbers, kind, reason, skip }) =>
      tidings.importSuppressions({ numbers: numbersIn(numbers), kind, reason, ...(skip && { skip_invalid: true }) }),
    onDone: ({ added, already, invalid }) => {
      void queries.invalidateQueries({ queryKey: ["subscribers"] });
      const notes = [
        already > 0 && plural(already, "# was on the list already", "# were on the list already"),
        invalid > 0 && plural(invalid, "# was left out", "# were left out"),
      ].filter(Boolean);
      void toast({
        message: `${[plural(added, "# number suppressed", "# numbers suppressed"), ...notes].join("; ")}.`,
      });
      onDone();
    },
  });
  const numbers = numbersIn(form.values.numbers);
  const bad = badOf(form.failure, numbers);
  const wanted = numbers.length - (form.values.skip ? bad.length : 0);
  const field = form.field("numbers");
  return (
    <Form form={form} failure={t`Nothing was suppressed`}>
      <Textarea
        label={t`Mobile numbers`}
        description={t`One on each line, with + and the country; at most ${most}.`}
        dir="ltr"
        autosize
        minRows={6}
        maxRows={14}
        data-autofocus
        required
        {...field}
        error={bad.length > 0 ? problem(bad) : field.error}
      />
      {bad.length > 0 && <Checkbox label={t`Leave out what is not a phone number`} {...form.checkbox("skip")} />}
      <KindField field={form.choice("kind")} />
      <TextInput
        label={t`Reason`}
        description={t`For the record: “list of our former service”.`}
        autoComplete="off"
        required
        {...form.field("reason")}
      />
      <p className={classes.note}>{t`Numbers that are on the list already keep their entry.`}</p>
      <FormActions>
        <SubmitButton form={form}>
          {wanted > 0 ? plural(wanted, "Suppress # number", "Suppress # numbers") : t`Suppress these numbers`}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

/** What the API did not accept, as it was typed. */
function badOf(failure: unknown, numbers: readonly string[]): string[] {
  if (!(failure instanceof TidingsError)) return [];
  return Object.keys(failure.params).flatMap((name) => {
    const [, index] = /^numbers\[(\d+)\]$/.exec(name) ?? [];
    return index === undefined ? [] : [numbers[Number(index)] ?? ""];
  });
}

function problem(bad: readonly string[]): string {
  const shown = commas(bad.slice(0, named));
  return bad.length > named
    ? t`Not a phone number: ${shown} and ${plural(bad.length - named, "# other", "# others")}. Nothing was suppressed.`
    : t`Not a phone number: ${shown}. Nothing was suppressed.`;
}
