import { CopyButton } from "../../components/copy-button.tsx";
import { Panel } from "../../components/panel.tsx";
import type { Form } from "./form-values.ts";
import classes from "./forms.module.css";

/** What is pasted into a website. */
export function Embed({ form: { url, embed, origins } }: { readonly form: Form }) {
  if (!url || !embed) {
    return (
      <Panel title="In your website">
        <p className={classes.quiet}>
          This service does not know its public address, so there is nothing to paste yet. Whoever operates it sets it
          with TIDINGS_PUBLIC_URL.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="In your website">
      <div className={classes.fields}>
        <Snippet title="Its address" text={url} label="Copy the address" />
        <Snippet
          title="The whole form"
          note={
            origins.length === 0
              ? "List the website under “Where it may be embedded” first: elsewhere this shows a link."
              : "It appears where this stands, on the websites that you listed."
          }
          text={embed.script}
          label="Copy the script"
        />
        <Snippet
          title="A field and a button"
          note="Without any script. It leads to the form’s page, filled in."
          text={embed.html}
          label="Copy the HTML"
        />
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
