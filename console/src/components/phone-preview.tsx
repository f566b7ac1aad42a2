import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "../api/session.ts";
import { isPicture, pathOf } from "../lib/media.ts";
import { sampleLinks } from "../lib/sample-links.ts";
import { smsSize } from "../lib/sms-size.ts";
import { plural, t } from "../lib/translate.ts";
import classes from "./phone-preview.module.css";
import { type Reader, readerOf, type Readers, ShownFor, type ShownReader } from "./shown-for.tsx";

const ana = { name: "Ana Berg", first_name: "Ana", number: "+4915112345678" };
const long = { name: "Maximiliane Konstantinopoulou", first_name: "Maximiliane", number: "+4915112345678" };

/** Used if nobody of the audience is known. */
const examples: readonly Reader[] = [
  { label: ana.first_name, values: ana },
  { label: t`A long name`, values: long },
];

/** The text as a person gets it. A variable without an example keeps its name in place of its value. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{\s*([\w.]+)\s*(?:\|([^}]*))?\}\}/g, (_all, name: string, fallback?: string) => {
    if (Object.hasOwn(values, name)) return values[name]!;
    return fallback?.trim() || `[${name.replace(/^fields\./, "")}]`;
  });
}

export type PhonePreviewProps = {
  readonly text: string;
  readonly sender: string;
  readonly attachments?: readonly { readonly url: string; readonly type: string; readonly name: string }[];
  /** The recipient; absent: not known, so examples are shown. */
  readonly readers?: Readers | undefined;
};

/** A phone that shows each part as it arrives. */
export function PhonePreview({ text, sender, attachments = [], readers }: PhonePreviewProps) {
  const [chosen, setChosen] = useState<ShownReader>(0);
  const links = sampleLinks(useSession().site.public_url);
  const known = readers && readers.people.length > 0 ? readers : undefined;
  const reader = readerOf(known ?? { people: examples, longest: null }, chosen);
  const shown = reader?.text ?? filled(text, { ...links, ...reader?.values });
  const { parts } = smsSize(shown);
  return (
    <section className={classes.preview} aria-label={t`As it arrives`}>
      <div className={classes.device}>
        <header className={classes.from}>
          <span className={classes.avatar} aria-hidden="true">
            {(sender || "S").slice(0, 1).toUpperCase()}
          </span>
          <bdi>{sender || t`Your sender`}</bdi>
        </header>
        <div className={classes.screen} tabIndex={0} role="group" aria-label={t`Text on the phone`}>
          {attachments.map(({ url, type, name }) => (
            <div key={url} className={classes.part}>
              {isPicture(type) ? (
                <img className={classes.picture} src={pathOf(url)} alt={name} />
              ) : (
                <p className={classes.bubble}>
                  <bdi dir="auto">{name}</bdi>
                </p>
              )}
            </div>
          ))}
          {shown === ""
            ? attachments.length === 0 && (
                <p className={classes.nothing}>{t`What you write appears here as it arrives.`}</p>
              )
            : parts.map((part, index) => (
                <div key={index} className={classes.part}>
                  <p className={classes.bubble} dir="auto">
                    {part}
                  </p>
                  {parts.length > 1 && <span>{t`Part ${index + 1} of ${parts.length}`}</span>}
                </div>
              ))}
        </div>
      </div>
      {known ? (
        <ShownFor readers={known} shown={chosen} onChange={setChosen} />
      ) : (
        text.includes("{{") && (
          <div className={classes.shownFor} role="group" aria-label={t`Shown for`}>
            {examples.map((one) => (
              <Button
                key={one.label}
                size="compact-sm"
                variant={one === reader ? "light" : "subtle"}
                aria-pressed={one === reader}
                onClick={() => setChosen(examples.indexOf(one))}
              >
                {one.label}
              </Button>
            ))}
          </div>
        )
      )}
      {parts.length > 1 && (
        <p className={classes.joined}>
          {plural(parts.length, "Phones show the # part as one message.", "Phones show the # parts as one message.")}
        </p>
      )}
    </section>
  );
}
