/** Host name of the platform with whose accounts people sign in; null: the console asks for the password itself. */
export function signInPlace(): string | null {
  const place = document.querySelector<HTMLMetaElement>("meta[name=tidings-sign-in]")?.content ?? "";
  // In development it is empty.
  return place === "" || place === "__SIGNS_IN__" ? null : place;
}
