import type { FillIssues, FormInput } from "#domain/forms/fill-form";

/** What a person is shown next, on our page or by the script on another site's page. */
export type Answer =
  | {
      readonly kind: "form";
      readonly token: string;
      readonly input: FormInput;
      readonly isFilled: boolean;
      readonly issues: FillIssues;
      readonly notice: "check" | "stale" | "changed" | null;
    }
  /** `isNeeded`: everyone must enter a code; otherwise only who left before. */
  | { readonly kind: "code"; readonly sealed: string; readonly isNeeded: boolean; readonly isWrong: boolean }
  | { readonly kind: "closed" | "confirmed" | "limited" };

const LIMITED_SECONDS = 600;

export function statusOf(answer: Answer): number {
  switch (answer.kind) {
    case "form":
      return Object.keys(answer.issues).length > 0 ? 400 : 200;
    case "code":
      return answer.isWrong ? 400 : 200;
    case "closed":
      return 410;
    case "limited":
      return 429;
    default:
      return 200;
  }
}

export function headersOf({ kind }: Answer): Readonly<Record<string, string>> {
  return kind === "limited" ? { "Retry-After": `${LIMITED_SECONDS}` } : {};
}
