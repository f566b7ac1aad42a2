import { expect, test } from "vitest";

import type { HttpError } from "../response/http-error.ts";
import { sharedReader } from "./shared-reader.ts";

const KB = 1_024;

function readerOf(most: number, each: number) {
  const { read } = sharedReader(most);
  return (request: Request) => read(request, each);
}

/** A call whose body arrives on command. */
function upload(announced?: number) {
  let sink!: ReadableStreamDefaultController<Uint8Array>;
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (sink = controller),
    cancel: () => void (left = true),
  });
  const headers: Record<string, string> = announced === undefined ? {} : { "content-length": String(announced) };
  const request = new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  return {
    request,
    write: (bytes: number) => sink.enqueue(new Uint8Array(bytes)),
    end: () => sink.close(),
    wasLeft: () => left,
  };
}

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => "read",
    (error: HttpError) => error.code,
  );
/** Everything that is due by now has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a whole body is returned, whether its length was declared or not", async () => {
  const read = readerOf(100 * KB, 80 * KB);
  for (const announced of [undefined, 50 * KB]) {
    const one = upload(announced);
    const bytes = read(one.request);
    one.write(20 * KB);
    one.write(30 * KB);
    one.end();
    expect((await bytes).length).toBe(50 * KB);
  }
  expect((await read(new Request("http://localhost/", { method: "POST", body: "small" }))).length).toBe(5);
  expect((await read(new Request("http://localhost/", { method: "POST" }))).length).toBe(0);
});

test("what exceeds the limit of a body is refused, declared or not", async () => {
  const read = readerOf(100 * KB, 80 * KB);
  expect(await codeOf(read(upload(81 * KB).request))).toBe("payload_too_large");
  const silent = upload();
  const bytes = codeOf(read(silent.request));
  silent.write(81 * KB);
  expect(await bytes).toBe("payload_too_large");
  expect(silent.wasLeft()).toBe(true);
});

test("if unfinished bodies fill their buffer the oldest is dropped, and later ones are read", async () => {
  const read = readerOf(100 * KB, 80 * KB);
  const slow = [upload(70 * KB), upload()];
  const [first, second] = slow.map(({ request }) => codeOf(read(request)));
  for (const one of slow) one.write(40 * KB);
  await settled();
  expect(slow.map((one) => one.wasLeft())).toEqual([false, false]);

  const quick = upload(50 * KB);
  const third = codeOf(read(quick.request));
  quick.write(50 * KB);
  quick.end();
  expect(await third).toBe("read");
  expect(await first).toBe("too_many_requests");
  expect(slow.map((one) => one.wasLeft())).toEqual([true, false]);

  // What was read and what was dropped takes no space any more.
  slow[1]!.write(30 * KB);
  const last = upload(30 * KB);
  const fourth = codeOf(read(last.request));
  last.write(30 * KB);
  last.end();
  slow[1]!.end();
  expect([await second, await fourth]).toEqual(["read", "read"]);
});

test("a client that disconnects halfway frees its space", async () => {
  const read = readerOf(100 * KB, 80 * KB);
  const gone = new Request("http://localhost/", {
    method: "POST",
    body: new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(60 * KB));
        controller.error(new Error("left"));
      },
    }),
    duplex: "half",
  } as RequestInit);
  expect(await codeOf(read(gone))).toBe("invalid_json");
  const first = upload(80 * KB);
  const second = upload(80 * KB);
  const reads = [first, second].map(({ request }) => codeOf(read(request)));
  first.write(50 * KB);
  second.write(50 * KB);
  await settled();
  first.end();
  second.end();
  expect(await Promise.all(reads)).toEqual(["read", "read"]);
});

test("a file whose parts are read elsewhere shares the buffer, and its parts are let go as soon as it is dropped", async () => {
  const { read, join } = sharedReader(100 * KB);
  const waits = Promise.withResolvers<void>();
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(60 * KB);
    await waits.promise;
    yield new Uint8Array(KB);
  }
  const first = codeOf(join(slowly()));
  await settled();
  const quick = upload(60 * KB);
  const second = codeOf(read(quick.request, 80 * KB));
  quick.write(60 * KB);
  quick.end();
  expect(await second).toBe("read");
  waits.resolve();
  expect(await first).toBe("too_many_requests");

  async function* whole(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array([1, 2]);
    yield new Uint8Array([3]);
  }
  expect([...(await join(whole()))]).toEqual([1, 2, 3]);
});

test("what is read as a whole is limited too, and when its memory is full, later bodies share the other", async () => {
  const { read } = sharedReader(100 * KB, 100 * KB);
  const slow = Array.from({ length: 4 }, () => upload(60 * KB));
  const codes = slow.map(({ request }) => codeOf(read(request, 80 * KB)));
  for (const one of slow) one.write(50 * KB);
  await settled();
  // The first is read as a whole; of the others, two have room at a time.
  expect(slow.map((one) => one.wasLeft())).toEqual([false, true, false, false]);
  for (const one of [slow[0]!, slow[2]!, slow[3]!]) one.end();
  expect(await Promise.all(codes)).toEqual(["read", "too_many_requests", "read", "read"]);
});
