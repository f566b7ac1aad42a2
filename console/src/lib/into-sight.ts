/**
 * The `ref` of what answers an action: it is brought into sight when it appears, because in a long form the button is
 * far below it, and a bar may cover it. Needs a `scroll-margin`, which `role="alert"` has. A form's first invalid field
 * gets the focus after it, and is then what stays in sight.
 */
export function intoSight(shown: Element | null): void {
  shown?.scrollIntoView({ block: "nearest" });
}
