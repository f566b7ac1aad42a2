const NUMBER = /^[1-9]\d{0,14}$/;

export const isNumericId = (id: string): boolean => NUMBER.test(id);

/** For `params`: with an id that is no number, an address is one that does not exist, and has the page for those. */
export const numericId = {
  parse: ({ id }: { readonly id: string }): { id: string } | false => isNumericId(id) && { id },
};
