import { TextInput } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { Form, SubmitButton } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { t } from "../../lib/translate.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Erasures } from "./erasures.tsx";
import { useKnownErasures } from "./known-erasures.ts";
import { PersonHeld } from "./person-held.tsx";
import classes from "./safety.module.css";

/**
 * What is held about a person, to be handed out or erased. The number is not put into the address: it would stay in the
 * history of the browser.
 */
export function Privacy() {
  const [found, setFound] = useState<Operations["searchPersonalData"]["data"] | null>(null);
  const erasures = useKnownErasures();
  const { state } = useLocation();
  const form = useApiForm({
    // `StoredDataLink` leads here.
    initial: { mobile: (state as { readonly mobile?: string }).mobile ?? "" },
    submit: (values) => tidings.searchPersonalData(values),
    onDone: setFound,
  });
  return (
    <div className={classes.stack}>
      <Panel
        title={t`Requests of a person`}
        lead={t`Everyone may ask what is stored about them, and have it erased. Each search is written to the event log.`}
      >
        <div className={classes.stack}>
          <Form form={form} failure={t`Nothing was searched`}>
            <div className={classes.search}>
              <TextInput label={t`Mobile number`} type="tel" dir="ltr" autoComplete="off" {...form.field("mobile")} />
              <SubmitButton form={form}>{t`Search what is stored`}</SubmitButton>
            </div>
          </Form>
          {found && (
            <PersonHeld
              key={`${found.mobile} ${found.total}`}
              found={found}
              onErased={(id) => {
                erasures.add(id);
                setFound(null);
              }}
            />
          )}
        </div>
      </Panel>
      <Erasures erasures={erasures} />
    </div>
  );
}
