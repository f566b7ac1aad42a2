import { ActionIcon, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { fileSize } from "../../lib/format.ts";
import { isPicture, pathOf } from "../../lib/media.ts";
import { t } from "../../lib/translate.ts";
import classes from "./compose.module.css";
import type { Attachment, DraftChanges } from "./draft.ts";

/** As the API limits them. */
const MOST = 10;
const MOST_BYTES = 5 * 1024 * 1024;
const TYPES =
  "image/jpeg,image/png,image/gif,image/webp,video/mp4,video/3gpp,audio/mpeg,audio/amr,.vcf,application/pdf";

/** Why a file cannot be attached, in words for whoever chose it. */
class Refused extends Error {}

/** A file that is too large is refused before the upload, which would take a while. */
async function attach(file: File): Promise<Attachment> {
  const { name } = file;
  if (file.size > MOST_BYTES) {
    throw new Refused(t`${name} has ${fileSize(file.size)}. A file may have at most ${fileSize(MOST_BYTES)}.`);
  }
  try {
    const { url, type, bytes } = await tidings.uploadMedia({ file });
    return { url, type, bytes, name };
  } catch (error) {
    if (!(error instanceof TidingsError) || !error.details.some(({ code }) => code === "not_in_list")) throw error;
    throw new Refused(
      t`${name} cannot be attached. It must be a picture (JPEG, PNG, GIF or WebP), a video (MP4 or 3GP), a sound (MP3 or AMR), a contact (vCard) or a PDF.`,
    );
  }
}

export type AttachmentsProps = {
  readonly attachments: readonly Attachment[];
  readonly onChange: (changes: DraftChanges) => void;
  /** What the API says about them. */
  readonly issue: string | undefined;
};

/** Pictures and other files that go with the text, as an MMS. */
export function Attachments({ attachments, onChange, issue }: AttachmentsProps) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(attachments);
  latest.current = attachments;
  const upload = useMutation({
    mutationFn: attach,
    onSuccess: (added) => {
      const others = latest.current.filter(({ url }) => url !== added.url);
      onChange({ attachments: [...others, added].slice(0, MOST) });
    },
  });
  const isFull = attachments.length >= MOST;
  return (
    <section className={classes.attachments} aria-label={t`Attachments`}>
      {attachments.length > 0 && (
        <ul>
          {attachments.map(({ url, name, type, bytes }) => (
            <li key={url}>
              {isPicture(type) ? <img src={pathOf(url)} alt="" /> : <Icon name="template" size={16} />}
              <bdi dir="auto">{name}</bdi>
              {bytes > 0 && <span>{fileSize(bytes)}</span>}
              <ActionIcon
                variant="subtle"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange({ attachments: attachments.filter((one) => one.url !== url) })}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={t`File to attach`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again after it was removed.
          event.currentTarget.value = "";
          if (file) upload.mutate(file);
        }}
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          loading={upload.isPending}
          disabled={isFull}
          title={isFull ? t`A message has at most ${MOST} files.` : undefined}
          onClick={() => input.current?.click()}
        >{t`Attach a picture or file`}</Button>
      </div>
      {issue && <p className={classes.issue}>{issue}</p>}
      {upload.error instanceof Refused ? (
        <p className={classes.issue} role="alert">
          {upload.error.message}
        </p>
      ) : (
        upload.error && <ErrorView error={upload.error} title={t`${upload.variables.name} was not attached`} />
      )}
    </section>
  );
}
