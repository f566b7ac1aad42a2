import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { gsm7Bytes, gsm7Text } from "./gsm7.ts";

describe("gsm7Bytes", () => {
  it("writes the septets the specification gives", () => {
    expect(gsm7Bytes("@£_¡a\n")).toEqual(Uint8Array.of(0x00, 0x01, 0x11, 0x40, 0x61, 0x0a));
  });

  it("writes an extension character as an escape and a septet", () => {
    expect(gsm7Bytes("{€}")).toEqual(Uint8Array.of(0x1b, 0x28, 0x1b, 0x65, 0x1b, 0x29));
  });

  it("refuses a text with a foreign character as a whole", () => {
    expect(gsm7Bytes("abç")).toBeNull();
  });
});

describe("gsm7Text", () => {
  it("reads back what was written", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."aZ09@Δ€{}[]~^|\\\f\n\rÉ à")), (characters) => {
        const text = characters.join("");
        expect(gsm7Text(gsm7Bytes(text)!)).toBe(text);
      }),
    );
  });

  it("shows the plain septet after an escape without a meaning", () => {
    expect(gsm7Text(Uint8Array.of(0x1b, 0x41))).toBe("A");
  });
});
