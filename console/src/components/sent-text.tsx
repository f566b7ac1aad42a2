import { shownText } from "../lib/shown-text.ts";
import { Media } from "./media.tsx";
import classes from "./sent-text.module.css";

/** Text and files of a message, or of the messages that a schedule makes. */
export function SentText({ text, media }: { readonly text: string; readonly media: readonly string[] }) {
  return (
    <>
      {text !== "" && (
        <p className={classes.bubble} dir="auto">
          {shownText(text)}
        </p>
      )}
      <div className={classes.files}>
        <Media urls={media} />
      </div>
    </>
  );
}
