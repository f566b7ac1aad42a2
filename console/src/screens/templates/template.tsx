import { useQuery, useQueryClient } from "@tanstack/react-query";

import { tidings } from "../../api/client.ts";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toast.ts";
import { t } from "../../lib/translate.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { TemplateActions } from "./template-actions.tsx";
import { TemplateEditor, type TemplateValues } from "./template-editor.tsx";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import { withEdits } from "./with-edits.ts";

const breadcrumbs = [{ label: t`Templates`, to: "/templates" }];
const empty: TemplateValues = { name: "", text: "", category: "", variants: {} };

/** What the API is asked for. "" as a kind means none. */
const inputOf = ({ category, ...values }: TemplateValues) => ({ ...values, category: category || null });

export function NewTemplate() {
  const go = useNavigateTo();
  const queries = useQueryClient();
  return (
    <Page title={t`New template`} breadcrumbs={breadcrumbs} lead={t`A text that is written once and sent often.`}>
      <TemplateEditor
        initial={empty}
        action={t`Save this template`}
        failure={t`The template was not saved`}
        submit={async (values) => await tidings.createTemplate(inputOf(values))}
        onDone={async ({ id }) => {
          void toast({ message: t`The template is saved.` });
          await queries.invalidateQueries({ queryKey: ["templates"] });
          go(`/templates/${id}`, {}, true);
        }}
      />
    </Page>
  );
}

/** One template: its text in every language, as it arrives, and a message with it. */
export function Template() {
  const id = Number(useRouteParams("id").id);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["templates", "one", id],
    queryFn: async ({ signal }) => await tidings.getTemplate({ id }, { signal }),
    // What is being edited is not replaced while it is.
    refetchOnWindowFocus: false,
  });
  const { data: template } = query;
  if (!template) {
    return (
      <Page title={t`Template`} breadcrumbs={breadcrumbs}>
        <Loading query={query} height={420} />
      </Page>
    );
  }
  const { name, text, category, variants } = template;
  return (
    <Page title={name} breadcrumbs={breadcrumbs} actions={<TemplateActions template={template} />}>
      <TemplateEditor
        key={template.id}
        initial={{ name, text, category: category ?? "", variants }}
        action={t`Save the changes`}
        failure={t`The template was not changed`}
        submit={async (_, { category: kind, variants: wanted, ...changed }, begun) =>
          await tidings.updateTemplate({
            id,
            ...changed,
            ...(kind !== undefined && { category: kind || null }),
            ...(wanted && {
              variants: withEdits((await tidings.getTemplate({ id })).variants, begun.variants, wanted),
            }),
          })
        }
        onDone={async (changed) => {
          queries.setQueryData(["templates", "one", id], changed);
          void toast({ message: t`The changes are saved. Messages that were sent keep their text.` });
          await queries.invalidateQueries({ queryKey: ["templates", "list"] });
        }}
      />
    </Page>
  );
}
