import { connect, createServer, type AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { withTimeout } from "./with-timeout.ts";
import { deadline, deadlineSignal } from "./deadline.ts";
import { signal } from "./signal.ts";

/** Blocks the process, as a long garbage collection does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * A peer in this process could not answer while it is blocked: it has answered before, and the response is still
 * unread.
 */
async function unreadAnswer() {
  const sent = Promise.withResolvers<void>();
  const server = createServer((peer) => void peer.on("data", () => peer.write("yes", () => sent.resolve())));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  socket.pause();
  socket.write("?");
  await sent.promise;
  return {
    socket,
    async end() {
      socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const cases: Readonly<Record<string, (answer: Promise<string>) => Promise<string>>> = {
  deadline: (answer) =>
    new Promise((resolve) => {
      const limit = deadline(50, () => resolve("late"));
      void answer.then((said) => {
        limit.end();
        resolve(said);
      });
    }),
  deadlineSignal: (answer) =>
    new Promise((resolve) => {
      const limit = deadlineSignal(50);
      limit.addEventListener("abort", () => resolve((limit.reason as Error).name));
      void answer.then(resolve);
    }),
  withTimeout: (answer) => withTimeout(answer, 50).catch(() => "late"),
  "the wait of a signal": async (answer) => {
    const wakeup = signal();
    let said = "late";
    void answer.then((text) => {
      said = text;
      wakeup.notify();
    });
    await wakeup.wait(50);
    return said;
  },
};

test.for(Object.keys(cases))("%s reads a response that is in the socket when its time is over", async (name) => {
  const { socket, end } = await unreadAnswer();
  const answer = new Promise<string>((resolve) => void socket.once("data", (data) => resolve(String(data))));
  const said = cases[name]!(answer);
  // From a timer, so that timers come next, as after a freeze.
  await new Promise<void>((resolve) =>
    setTimeout(() => {
      socket.resume();
      standStill(200);
      resolve();
    }, 20),
  );
  expect(await said).toBe("yes");
  await end();
});

test.for(Object.keys(cases))("%s ends the wait if there is no response", async (name) => {
  expect(["late", "TimeoutError"]).toContain(await cases[name]!(new Promise(() => undefined)));
});

test("what has ended is not late", async () => {
  let late = false;
  deadline(1, () => (late = true)).end();
  await new Promise<void>((resolve) => void deadline(5, resolve));
  expect(late).toBe(false);
});
