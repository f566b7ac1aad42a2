import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";

import { Icon } from "../../components/icon.tsx";
import { languages, languageName } from "../../lib/languages.ts";
import { t } from "../../lib/translate.ts";
import classes from "./templates.module.css";

export type LanguageTabsProps = {
  readonly tags: readonly string[];
  /** "": the text for everybody whose language has none. */
  readonly current: string;
  readonly onChoose: (tag: string) => void;
  readonly onAdd: (tag: string) => void;
};

/** Which text is edited, and adding a language. */
export function LanguageTabs({ tags, current, onChoose, onAdd }: LanguageTabsProps) {
  const [adding, setAdding] = useState(false);
  return (
    <div className={classes.languages} role="group" aria-label={t`Languages`}>
      {["", ...tags].map((tag) => (
        <Button
          key={tag}
          size="compact-sm"
          variant={tag === current ? "light" : "subtle"}
          aria-pressed={tag === current}
          onClick={() => onChoose(tag)}
        >
          {tag === "" ? (tags.length === 0 ? t`For everybody` : t`For everybody else`) : languageName(tag)}
        </Button>
      ))}
      {adding ? (
        <AddLanguage
          tags={tags}
          onAdd={(tag) => {
            setAdding(false);
            onAdd(tag);
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setAdding(true)}
        >{t`Add a language`}</Button>
      )}
    </div>
  );
}

type AddLanguageProps = {
  readonly tags: readonly string[];
  readonly onAdd: (tag: string) => void;
  readonly onClose: () => void;
};

function AddLanguage({ tags, onAdd, onClose }: AddLanguageProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const list = useId();
  const add = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tags.includes(tag)) setError(t`There is a text in this language already.`);
    else if (/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(tag)) onAdd(tag);
    else setError(t`Write a language tag: de, or pt-BR.`);
  };
  return (
    <div className={classes.adding}>
      <TextInput
        size="xs"
        label={t`Language`}
        placeholder="de, pt-BR"
        list={list}
        autoFocus
        value={typed}
        error={error}
        onChange={(event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") add(event);
          if (event.key === "Escape") onClose();
        }}
      />
      <datalist id={list}>
        {languages.map((tag) => (
          <option key={tag} value={tag}>
            {languageName(tag)}
          </option>
        ))}
      </datalist>
      <Button size="xs" onClick={add}>{t`Add`}</Button>
      <Button size="xs" variant="subtle" onClick={onClose}>{t`Cancel`}</Button>
    </div>
  );
}
