import { Button, TextInput } from "@mantine/core";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { Phone } from "../../components/phone.tsx";
import { Time } from "../../components/time.tsx";
import { ownKey } from "../../lib/own-storage.ts";
import { rich } from "../../lib/rich.ts";
import { sampleLinks } from "../../lib/sample-links.ts";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { useSendOnce } from "../../lib/use-send-once.ts";
import classes from "./compose.module.css";
import { contentOf, type Draft, inputOf, type SendInput } from "./draft.ts";
import type { Preview } from "./use-preview.ts";
import { waitsUntil } from "./waits.ts";

const sample: Readonly<Record<string, string>> = { name: "Ana Berg", first_name: "Ana" };

export type TextMeProps = { readonly draft: Draft; readonly preview: Preview };

/** A number has no fields: their names stand for them, as in the preview. */
const withNamesOfFields = (text: string): string => text.replaceAll(/\{\{\s*fields\.([\w.]+)\s*\}\}/g, "[$1]");

/**
 * Who asks for a text gets it, whether or not they have agreed to marketing: so it is none, and has the footer of its
 * marketing as a part of the text.
 */
function contentForMe(draft: Draft, { category, text: { footer } }: Preview): Partial<SendInput> {
  const { template_id: template, message = draft.text, ...content } = contentOf(draft);
  if (category !== "marketing")
    return {
      ...content,
      category,
      ...(template ? { template_id: template } : { message: withNamesOfFields(message) }),
    };
  const text = `${withNamesOfFields(message)}${footer ?? ""}`;
  return { ...content, category: "transactional", ...(text && { message: text }) };
}

/** Sends the text to the person's own phone before it goes to everybody. */
export function TextMe({ draft, preview }: TextMeProps) {
  const { user, site } = useSession();
  const storageKey = ownKey(user.id, "own-number");
  const sendOnce = useSendOnce((input: SendInput, idempotencyKey) => tidings.sendMessage(input, { idempotencyKey }));
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<{ readonly number: string; readonly waits: string | null }>();
  const form = useApiForm({
    initial: { numbers: localStorage.getItem(storageKey) ?? "" },
    submit: async ({ numbers }) => {
      const { sender } = inputOf(draft);
      const variables = { ...sample, ...sampleLinks(site.public_url) };
      const input: SendInput = {
        numbers: [draft.text.includes("{{") ? { number: numbers, variables } : numbers],
        ...contentForMe(draft, preview),
        ...(sender && { sender }),
      };
      // Before it is sent: afterwards it counts for the cap itself. Without an answer it is sent all the same.
      const shown = await tidings.previewMessage(input).catch(() => null);
      await sendOnce(input);
      return shown && waitsUntil(shown, Date.now());
    },
    onDone: (waits, { numbers }) => {
      localStorage.setItem(storageKey, numbers);
      setSentTo({ number: numbers, waits });
      setOpen(false);
    },
  });
  if (!open) {
    return (
      <div className={classes.textMe}>
        <Button variant="default" leftSection={<Icon name="phone" size={16} />} onClick={() => setOpen(true)}>
          {sentTo ? t`Text me again` : t`Text me first`}
        </Button>
        {sentTo && (
          <span role="status">
            {sentTo.waits
              ? rich`Quiet hours or the frequency cap hold back the text to ${<Phone number={sentTo.number} />}: it leaves on ${<Time at={sentTo.waits} show="exact" />}.`
              : rich`On its way to ${<Phone number={sentTo.number} />}`}
          </span>
        )}
      </div>
    );
  }
  return (
    <Form
      form={form}
      failure={t`The text to you was not sent`}
      unsure={t`The text to you may have been sent. Trying again does not send it twice`}
    >
      <div className={classes.ownNumber}>
        <TextInput label={t`Your number`} type="tel" dir="ltr" autoFocus {...form.field("numbers")} />
        <SubmitButton form={form}>{t`Send 1 text to me`}</SubmitButton>
        <Button variant="subtle" onClick={() => setOpen(false)}>{t`Cancel`}</Button>
      </div>
    </Form>
  );
}
