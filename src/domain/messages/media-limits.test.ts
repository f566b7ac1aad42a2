import { expect, test } from "vitest";

import { requireMedia, takesType, typeByExtension, type MediaLook } from "./media-limits.ts";

const asked: string[] = [];
const inspect =
  (answer: MediaLook | null) =>
  async (url: string, reach: "any" | "own"): Promise<MediaLook | null> => {
    if (reach === "own") return null;
    asked.push(url);
    return answer;
  };
const check = (urls: string[], can: Parameters<typeof requireMedia>[3], answer: MediaLook | null = null) =>
  requireMedia(inspect(answer), urls, "main", can);
const image = { mediaTypes: ["image/*", "video/mp4"] };

test("a type is read from the end of the path, regardless of a query or fragment", () => {
  expect(typeByExtension("https://example.org/a/cat.JPG?size=3#x")).toBe("image/jpeg");
  expect(typeByExtension("https://example.org/cat.jpg/")).toBeNull();
  expect(typeByExtension("https://example.org/?file=cat.jpg")).toBeNull();
  expect(typeByExtension("not a url.jpg")).toBeNull();
  expect(takesType(["image/*"], "imagemap/x")).toBe(false);
});

test("a gateway that declares nothing about media has nothing checked, and no address is requested", async () => {
  asked.length = 0;
  await check(["https://example.org/x", "https://example.org/x.exe"], {}, { gone: true, type: null, bytes: null });
  expect(asked).toEqual([]);
});

test("a known extension needs no check; a wrong type is refused with its position", async () => {
  asked.length = 0;
  await check(["https://example.org/a.png", "https://example.org/b.mp4"], image);
  await expect(check(["https://example.org/a.png", "https://example.org/b.mp3"], image)).rejects.toMatchObject({
    code: "gateway_cannot",
    details: [
      {
        field: "media_urls[1]",
        code: "not_supported",
        message: "is audio/mpeg: the gateway accepts image/*, video/mp4",
      },
    ],
  });
  expect(asked).toEqual([]);
});

test("without an extension the address reveals type and size", async () => {
  const url = "https://example.org/download/17";
  const text = { gone: false, type: "text/html", bytes: 10 };
  await expect(check([url], image, text)).rejects.toMatchObject({ code: "gateway_cannot" });
  await check([url], image, { gone: false, type: "image/webp", bytes: null });
  const large = { gone: false, type: "image/png", bytes: 600_001 };
  await expect(check([url], { maxMediaBytes: 600_000 }, large)).rejects.toMatchObject({
    code: "gateway_cannot",
    details: [{ field: "media_urls[0]", code: "too_big" }],
  });
});

test("what cannot be checked passes, what certainly does not exist does not", async () => {
  await check(["https://example.org/17"], image, null);
  await expect(check(["https://example.org/17"], image, { gone: true, type: null, bytes: null })).rejects.toMatchObject(
    {
      code: "invalid_parameter",
      details: [{ field: "media_urls[0]", code: "invalid_url" }],
    },
  );
});
