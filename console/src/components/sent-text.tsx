import { shownText } from "../lib/shown-text.ts";
import { Media } from "./media.tsx";
import classes from "./sent-text.module.css";

/** Text and files of a message, of a delivery, or of the messages that a schedule makes. */
export function SentText({ text, media }: { readonly text: string; readonly media: readonly string[] }) {
  return (
    <div className={classes.sent}>
      {text !== "" && (
        <p className={classes.bubble} dir="auto">
          {shownText(text)}
        </p>
      )}
      <Media urls={media} />
    </div>
  );
}
