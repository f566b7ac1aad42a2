import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { notSent } from "../../lib/use-api-form.ts";
import { useRouteParams } from "../../lib/use-route-params.ts";
import { TemplateActions } from "./template-actions.tsx";
import { TemplateEditor, type TemplateValues } from "./template-editor.tsx";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import { hasClash, withEdits } from "./with-edits.ts";

const breadcrumbs = [{ label: t`Templates`, to: "/templates" }];
const empty: TemplateValues = { name: "", text: "", category: "", variants: {} };

/** What the API is asked for. "" as a kind means none. */
const valuesOf = ({ name, text, category, variants }: Operations["getTemplate"]["data"]): TemplateValues => ({
  name,
  text,
  category: category ?? "",
  variants,
});

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
  // What another user saved in the same place, once this user was told.
  const [theirs, setTheirs] = useState<Operations["getTemplate"]["data"] | null>(null);
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
  return (
    <Page title={template.name} breadcrumbs={breadcrumbs} actions={<TemplateActions template={template} />}>
      <TemplateEditor
        key={template.id}
        initial={valuesOf(template)}
        action={t`Save the changes`}
        failure={t`The template was not changed`}
        theirs={theirs && valuesOf(theirs)}
        onShown={() => setTheirs(null)}
        submit={async (values, { category: kind, variants: wanted, ...changed }, begun) => {
          const now = await tidings.getTemplate({ id });
          if (now.version !== theirs?.version && hasClash(valuesOf(now), begun, values)) {
            setTheirs(now);
            return notSent;
          }
          return await tidings.updateTemplate({
            id,
            version: now.version,
            ...changed,
            ...(kind !== undefined && { category: kind || null }),
            ...(wanted && { variants: withEdits(now.variants, begun.variants, wanted) }),
          });
        }}
        onDone={async (changed) => {
          setTheirs(null);
          queries.setQueryData(["templates", "one", id], changed);
          void toast({ message: t`The changes are saved. Messages that were sent keep their text.` });
          await queries.invalidateQueries({ queryKey: ["templates", "list"] });
        }}
      />
    </Page>
  );
}
