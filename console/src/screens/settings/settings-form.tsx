import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Form } from "../../components/form.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import {
  flatSettings,
  type FlatSettings,
  type SectionName,
  settingsChanges,
  type SettingsData,
  type SettingsFormOf,
  settingsQuery,
} from "./settings-data.ts";

type Children<Name extends SectionName> = (form: SettingsFormOf<Name>, data: SettingsData) => ReactNode;

type SettingsFormProps<Name extends SectionName> = {
  readonly sections: readonly Name[];
  readonly children: Children<Name>;
};

/** Sections of the settings that are saved together; only what was changed is sent. */
export function SettingsForm<const Name extends SectionName>({ sections, children }: SettingsFormProps<Name>) {
  const query = useQuery(settingsQuery);
  if (query.data) {
    return (
      <LoadedForm data={query.data} sections={sections}>
        {children}
      </LoadedForm>
    );
  }
  if (query.error) return <ErrorView error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={480} />;
}

type LoadedProps<Name extends SectionName> = SettingsFormProps<Name> & { readonly data: SettingsData };

function LoadedForm<Name extends SectionName>({ data, sections, children }: LoadedProps<Name>) {
  const queries = useQueryClient();
  const current = flatSettings(data.settings, sections);
  /** What the person saw when they began, so that their changes do not undo what others save meanwhile. */
  const begun = useRef<FlatSettings<Name>>(current);
  const form = useApiForm({
    initial: current,
    submit: (values) => tidings.updateSettings(settingsChanges(begun.current, values)),
    onDone: (result) => {
      queries.setQueryData(settingsQuery.queryKey, result);
      void queries.invalidateQueries({ queryKey: ["settings", "changes"] });
      void queries.invalidateQueries({ queryKey: ["settings", "spending"] });
      void toast({ message: t`The settings are saved. They apply within seconds.` });
    },
  });
  const follow = useEffectEvent(() => {
    if (form.dirty) return;
    begun.current = current;
    form.replace(current);
  });
  useEffect(() => follow(), [data]);
  return (
    <>
      <Form form={form} failure={t`The settings were not saved`}>
        {children(form, data)}
      </Form>
      <SaveBar form={form} action={t`Save settings`} />
    </>
  );
}
