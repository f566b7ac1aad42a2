import { foreignCharacters, isForeignScript } from "../../lib/sms-size.ts";
import classes from "./sms-text-field.module.css";

/** Lies below the text field with the same text, and colors the characters that the SMS alphabet lacks. */
export function TextMarks({ text }: { readonly text: string }) {
  const characters = foreignCharacters(text);
  const foreign = new Set(characters);
  const few = foreign.size > 0 && !isForeignScript(characters);
  const pieces: { readonly at: number; readonly text: string; readonly marked: boolean }[] = [];
  let at = 0;
  for (const character of few ? text : "") {
    const marked = foreign.has(character);
    const last = pieces.at(-1);
    if (last && last.marked === marked) pieces[pieces.length - 1] = { ...last, text: last.text + character };
    else pieces.push({ at, text: character, marked });
    at += character.length;
  }
  return (
    <div className={classes.marks} aria-hidden="true" dir="auto">
      {pieces.map((piece) =>
        piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
      )}
    </div>
  );
}
