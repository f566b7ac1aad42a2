/** Nobody had chosen a web password when the page was loaded: the setup link of the first start is still to be used. */
export function awaitsSetup(): boolean {
  return document.querySelector<HTMLMetaElement>("meta[name=tidings-setup]")?.content === "open";
}
