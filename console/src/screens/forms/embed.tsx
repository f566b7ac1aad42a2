import { CopyButton } from "../../components/copy-button.tsx";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import type { Form } from "./form-values.ts";
import classes from "./forms.module.css";

/** What is pasted into a website. */
export function Embed({ form: { slug, url, embed, origins } }: { readonly form: Form }) {
  const wordpress = (
    <Snippet
      title={t`In WordPress`}
      note={t`With the Tidings plugin, as a shortcode or by its block “Tidings form”, on the websites that you listed. It needs no script.`}
      text={`[tidings_form slug="${slug}"]`}
      label={t`Copy the shortcode`}
    />
  );
  if (!url || !embed) {
    return (
      <Panel title={t`In your website`}>
        <div className={classes.fields}>
          <p
            className={classes.quiet}
          >{t`This service does not know its public address, so there is nothing to paste yet. Whoever operates it sets it with TIDINGS_PUBLIC_URL.`}</p>
          {wordpress}
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={t`In your website`}>
      <div className={classes.fields}>
        <Snippet title={t`Its address`} text={url} label={t`Copy the address`} />
        <Snippet
          title={t`The whole form`}
          note={
            origins.length === 0
              ? t`List the website under “Where it may be embedded” first: elsewhere this shows a link.`
              : t`It appears where you put this, on the websites that you listed.`
          }
          text={embed.script}
          label={t`Copy the script`}
        />
        <Snippet
          title={t`A field and a button`}
          note={t`Without any script. It leads to the form’s page, filled in.`}
          text={embed.html}
          label={t`Copy the HTML`}
        />
        {wordpress}
      </div>
    </Panel>
  );
}

type SnippetProps = { readonly title: string; readonly note?: string; readonly text: string; readonly label: string };

function Snippet({ title, note, text, label }: SnippetProps) {
  return (
    <div className={classes.snippet}>
      <div>
        <h3>{title}</h3>
        <CopyButton text={text} label={label} />
      </div>
      {note && <p className={classes.quiet}>{note}</p>}
      <pre dir="ltr" tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </div>
  );
}
