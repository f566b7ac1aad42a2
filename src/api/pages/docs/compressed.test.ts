import { expect, test } from "vitest";

import { compressedTexts } from "./compressed.ts";

const requested = () => new Request("http://localhost/openapi.json");

test("requests that arrive before a document is made share one copy of it", async () => {
  const made = Promise.withResolvers<string>();
  let times = 0;
  const respond = compressedTexts();
  const make = (): Promise<string> => {
    times += 1;
    return made.promise;
  };
  const responses = Array.from({ length: 50 }, () => respond(requested(), "openapi", make, {}));
  made.resolve("{}");
  for (const response of await Promise.all(responses)) expect(await response.text()).toBe("{}");
  expect(times).toBe(1);
});

test("a document that could not be made is made at the next request", async () => {
  const respond = compressedTexts();
  const fails = (): Promise<string> => Promise.reject(new Error("the file is not there yet"));
  await expect(respond(requested(), "openapi", fails, {})).rejects.toThrow("not there yet");
  const response = await respond(requested(), "openapi", async () => "{}", {});
  expect(await response.text()).toBe("{}");
});
