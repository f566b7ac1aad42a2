import { Button, Menu, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { toast } from "../../components/toast.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import classes from "./compose.module.css";
import type { Draft, DraftChanges } from "./draft.ts";

type Template = Operations["listTemplates"]["data"]["items"][number];

export type TemplatesProps = {
  readonly text: string;
  /** Is given what changes: at the moment of the click, and again when that is undone. */
  readonly onPick: (changes: (before: Draft) => DraftChanges) => void;
};

/** Texts that were stored before, and storing this one. */
export function Templates({ text, onPick }: TemplatesProps) {
  const [naming, setNaming] = useState(false);
  const list = useQuery({
    queryKey: ["templates", "compose"],
    queryFn: async ({ signal }) => (await tidings.listTemplates({ per_page: 50 }, { signal })).items,
  });
  const pick = ({ id, text: chosen, variants }: Template) => {
    const template = Object.keys(variants).length > 0 ? { id, text: chosen } : null;
    const before = text;
    onPick(() => ({ text: chosen, template }));
    // What was written since, or is another message by now, is left alone.
    const undo = () => onPick((now) => (now.text === chosen ? { text: before, template: null } : {}));
    if (before.trim()) void toast({ message: "The template replaced the text.", undo });
  };
  if (naming) return <SaveTemplate text={text} onClose={() => setNaming(false)} />;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<Icon name="template" size={14} />}>
          Templates
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {(list.data ?? []).map((template) => (
          <Menu.Item key={template.id} onClick={() => pick(template)}>
            <bdi>{template.name}</bdi>
          </Menu.Item>
        ))}
        {list.data?.length === 0 && <Menu.Label>No templates yet: write a text and save it.</Menu.Label>}
        {text.trim() && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => setNaming(true)}>
              Save this text as a template
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveTemplate({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { name: "" },
    submit: ({ name }) => tidings.createTemplate({ name, text }),
    onDone: (_template, { name }) => {
      void queries.invalidateQueries({ queryKey: ["templates"] });
      void toast({ message: `The template ${name} is saved.` });
      onClose();
    },
  });
  return (
    <Form form={form} failure="The template was not saved">
      <div className={classes.ownNumber}>
        <TextInput label="Name of the template" size="xs" autoFocus {...form.field("name")} />
        <SubmitButton form={form}>Save the template</SubmitButton>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
