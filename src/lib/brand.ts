/** A primitive that only its own parser may make: `type Phone = Brand<string, "Phone">`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
