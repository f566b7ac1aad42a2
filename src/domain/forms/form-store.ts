import type { Form, FormContent } from "./form.ts";

export type FormStore = {
  /** Ordered by slug. */
  list(): Promise<readonly Form[]>;
  find(slug: string): Promise<Form | null>;
  /** null: the slug is taken. */
  create(slug: string, content: FormContent): Promise<Form | null>;
  /** A changed consent text becomes a new version; earlier ones are kept. null: there is no such form. */
  update(slug: string, change: Partial<FormContent>): Promise<Form | null>;
  /** The versions of its consent text are kept. */
  remove(slug: string): Promise<boolean>;
};
