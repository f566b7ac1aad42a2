declare module "split-sms" {
  export function split(
    text: string,
    options?: { summary?: boolean },
  ): {
    characterSet: "GSM" | "Unicode";
    parts: { content: string; length: number; bytes: number }[];
    bytes: number;
    length: number;
  };
}
