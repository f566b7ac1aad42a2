import { Switch, TextInput } from "@mantine/core";
import { TidingsError } from "tidings-client";

import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { useApiForm } from "../../lib/use-api-form.ts";

/** Refuses as the API does. */
function refuse(): Promise<never> {
  const params = { name: "is required", number: "not a phone number" };
  const details = [{ field: "number", code: "invalid_phone", message: "not a phone number" }];
  return Promise.reject(
    new TidingsError({
      status: "error",
      code: "invalid_parameter",
      message: "Parameters are not valid.",
      data: { status: 400, params, details },
      request_id: "req_sample",
      docs: "/docs/errors#invalid_parameter",
    }),
  );
}

export function SampleForm() {
  const form = useApiForm({ initial: { name: "", number: "", twice: false }, submit: refuse });
  return (
    <Form form={form} failure="The group was not created">
      <TextInput label="Name" description="As people see it." {...form.field("name")} />
      <TextInput label="Number" dir="ltr" {...form.field("number")} />
      <Switch label="Ask for confirmation" {...form.checkbox("twice")} />
      <FormActions>
        <SubmitButton form={form}>Create group</SubmitButton>
      </FormActions>
      <SaveBar form={form} action="Save settings" />
    </Form>
  );
}
