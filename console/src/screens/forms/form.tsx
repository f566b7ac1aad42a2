import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { Icon } from "../../components/icon.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { DeleteForm } from "./delete-form.tsx";
import { Embed } from "./embed.tsx";
import { FormEditor } from "./form-editor.tsx";
import { inputOf, newForm, slugOf, valuesOf } from "./form-values.ts";
import { FormState } from "./forms.tsx";

const breadcrumbs = [{ label: t`Forms`, to: "/forms" }];

/** Creates a form. */
export function NewForm() {
  const navigate = useNavigate();
  return (
    <Page title={t`New form`} breadcrumbs={breadcrumbs}>
      <FormEditor
        initial={newForm}
        isNew
        submit={async (values) => {
          const form = await tidings.createForm(inputOf({ ...values, slug: values.slug || slugOf(values.title) }));
          void toast({ message: t`Created the form ${form.title}.` });
          await navigate({ to: "/forms/$slug", params: { slug: form.slug }, replace: true });
        }}
      />
    </Page>
  );
}

/** One form with its preview, and what is pasted into a website. */
export function StoredForm() {
  const { slug } = useRouteParams("slug");
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["subscribers", "form", slug],
    queryFn: ({ signal }) => tidings.getForm({ slug }, { signal }),
  });
  const { data: form } = query;
  if (!form) {
    return (
      <Page title={t`Form`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={360} />
      </Page>
    );
  }
  return (
    <Page
      title={form.title}
      breadcrumbs={breadcrumbs}
      beside={<FormState open={form.open} />}
      actions={
        <>
          <DeleteForm form={form} />
          <Button
            component="a"
            href={form.url ?? `/p/${slug}`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<Icon name="external" size={14} />}
          >{t`Open its page`}</Button>
        </>
      }
    >
      <FormEditor
        key={slug}
        initial={valuesOf(form)}
        submit={async (values, changed) => {
          const given = Object.entries(inputOf(values)).filter(([name]) => name in changed);
          const saved = await tidings.updateForm({ slug, ...Object.fromEntries(given) });
          queries.setQueryData(["subscribers", "form", slug], saved);
          void toast({ message: t`Saved the form ${saved.title}.` });
        }}
      >
        <Embed form={form} />
      </FormEditor>
    </Page>
  );
}
