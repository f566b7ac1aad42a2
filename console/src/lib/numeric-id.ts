import { notFound } from "@tanstack/react-router";

const NUMBER = /^[1-9]\d{0,14}$/;

/** For `beforeLoad`: an id in the address that is no number leads to the page for addresses that do not exist. */
export function requireNumericId({ params: { id } }: { readonly params: { readonly id: string } }): void {
  if (!NUMBER.test(id)) throw notFound();
}
