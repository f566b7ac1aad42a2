import { Button, Checkbox, Select, TagsInput, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { tidings } from "../../api/client.ts";
import { Drawer } from "../../components/overlays/drawer.tsx";
import { Form, FormActions, SubmitButton } from "../../components/form.tsx";
import { Loading } from "../../components/loading.tsx";
import { toast } from "../../components/overlays/toast.ts";
import { smsSize } from "../../lib/sms-size.ts";
import { plural, t, term } from "../../lib/translate.ts";
import { notSent, useApiForm } from "../../lib/use-api-form.ts";
import { keyOf, type OrderNotice, readerWords, statuses, statusWord } from "./order-words.ts";
import classes from "./settings.module.css";
import { useOrderNotices } from "./use-order-notices.ts";

type NoticeDrawerProps = {
  /** `completed.customer`, or `new`; undefined: closed. */
  readonly open: string | undefined;
  readonly onClose: () => void;
  readonly onRemove: (notice: OrderNotice) => void;
};

export function NoticeDrawer({ open, onClose, onRemove }: NoticeDrawerProps) {
  const notices = useOrderNotices();
  const notice = notices.data?.items.find((one) => keyOf(one) === open);
  const title = notice ? t`${statusWord(notice.status)}: ${readerWords[notice.to]}` : t`Order notice`;
  return (
    <Drawer
      title={open === "new" ? t`Add an order notice` : title}
      opened={open !== undefined}
      onClose={onClose}
      width={480}
    >
      {!notices.data && <Loading query={notices} height={320} />}
      {notices.data && (open === "new" || notice) && (
        <NoticeForm key={open} notice={notice} all={notices.data} onDone={onClose} onRemove={onRemove} />
      )}
      {notices.data && open !== "new" && !notice && <p className={classes.note}>{t`This notice was deleted.`}</p>}
    </Drawer>
  );
}

/** With which a new notice begins: one that exists would be an error before anything is chosen. */
function firstFree(items: readonly OrderNotice[]): Pick<OrderNotice, "status" | "to"> {
  const taken = new Set(items.map(keyOf));
  const all = ["completed", ...statuses].map((status) => ({ status, to: "customer" }) as const);
  return all.find((one) => !taken.has(keyOf(one))) ?? { status: "completed", to: "staff" };
}

type NoticeFormProps = {
  readonly notice: OrderNotice | undefined;
  readonly all: { readonly items: readonly OrderNotice[]; readonly variables: readonly string[] };
  readonly onDone: () => void;
  readonly onRemove: (notice: OrderNotice) => void;
};

function NoticeForm({ notice, all, onDone, onRemove }: NoticeFormProps) {
  const queries = useQueryClient();
  const input = useRef<HTMLTextAreaElement>(null);
  const begun = notice ?? firstFree(all.items);
  // The call would replace it.
  const isTaken = (one: Pick<OrderNotice, "status" | "to">): boolean =>
    notice === undefined && all.items.some((other) => keyOf(other) === keyOf(one));
  const form = useApiForm({
    initial: {
      status: begun.status,
      to: begun.to,
      template: notice?.template ?? "",
      numbers: notice?.numbers ?? [],
      requires_opt_in: notice?.requires_opt_in ?? false,
      enabled: notice?.enabled ?? true,
    },
    submit: async ({ numbers, requires_opt_in, ...values }) =>
      isTaken(values)
        ? notSent
        : tidings.setOrderNotice({ ...values, ...(values.to === "staff" ? { numbers } : { requires_opt_in }) }),
    onDone: ({ status }) => {
      void queries.invalidateQueries({ queryKey: ["order-notices"] });
      void toast({ message: t`Saved the notice for “${statusWord(status)}”.` });
      onDone();
    },
  });
  const { to, template } = form.values;
  const insert = (variable: string): void => {
    const { selectionStart: start, selectionEnd: end } = input.current ?? { selectionStart: 0, selectionEnd: 0 };
    form.set("template", `${template.slice(0, start)}%${variable}%${template.slice(end)}`);
    requestAnimationFrame(() => {
      const at = start + variable.length + 2;
      input.current?.focus();
      input.current?.setSelectionRange(at, at);
    });
  };
  const others = all.items.map((one) => one.status).filter((one) => !statuses.includes(one));
  return (
    <Form form={form} failure={t`The notice was not saved`}>
      {notice === undefined && (
        <>
          <Select
            label={t`Order status`}
            data={[...statuses, ...new Set(others)].map((value) => ({ value, label: statusWord(value) }))}
            allowDeselect={false}
            {...form.choice("status")}
            {...(isTaken(form.values) && { error: t`There is a notice for this already: change that one.` })}
          />
          <Select
            label={term("To", "recipient")}
            data={Object.entries(readerWords).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.choice("to")}
          />
        </>
      )}
      {to === "staff" && (
        <TagsInput
          label={t`Numbers of the staff`}
          description={t`With + and the country. Press Enter after each.`}
          acceptValueOnBlur
          dir="ltr"
          {...form.choice("numbers")}
        />
      )}
      <Textarea
        ref={input}
        label={t`Text`}
        description={t`Text between percent signs is replaced with values of the order.`}
        placeholder={t`Hello %billing_first_name%, your order %order_number% is on its way.`}
        autosize
        minRows={4}
        maxRows={12}
        // The example is in the reader's direction.
        {...(template !== "" && { dir: "auto" })}
        {...form.field("template")}
      />
      <p className={classes.note}>
        {template &&
          plural(
            smsSize(template).parts.length,
            "# part, or more with long values",
            "# parts, or more with long values",
          )}
      </p>
      <Select
        label={t`Insert a variable`}
        searchable
        value={null}
        data={all.variables}
        onChange={(variable) => variable && insert(variable)}
        dir="ltr"
      />
      {to === "customer" && (
        <Checkbox
          label={t`Only to buyers who agreed`}
          description={t`Buyers who declined never get one.`}
          {...form.checkbox("requires_opt_in")}
        />
      )}
      <Checkbox label={t`Active`} {...form.checkbox("enabled")} />
      <FormActions>
        <SubmitButton form={form}>{t`Save this notice`}</SubmitButton>
        {notice && (
          <Button
            variant="default"
            onClick={() => {
              onRemove(notice);
              onDone();
            }}
          >{t`Delete this notice`}</Button>
        )}
      </FormActions>
    </Form>
  );
}
