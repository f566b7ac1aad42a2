/**
 * The service sends a comment every 15 seconds. After twice as long the connection is dead, even if the browser has
 * not noticed: the network was cut, or the machine slept.
 */
const SILENCE_MS = 30_000;
/** Timers stand still while a machine sleeps and its clock goes on, so the clock is read this often. */
const LOOK_MS = 5_000;

/**
 * Fetches a stream whose connection is watched.
 *
 * @param closed called with the time, in milliseconds since 1970, from which nothing has arrived
 */
export function watchedFetch(opened: () => void, closed: (since: number) => void): typeof fetch {
  return async (input, init) => {
    const given = init?.signal;
    const dead = new AbortController();
    let heard = Date.now();
    const end = (): void => {
      clearInterval(timer);
      closed(heard);
    };
    const timer = setInterval(() => {
      if (Date.now() - heard <= SILENCE_MS) return;
      end();
      dead.abort();
    }, LOOK_MS);
    try {
      const signal = given ? AbortSignal.any([given, dead.signal]) : dead.signal;
      const response = await fetch(input, { ...init, signal });
      if (!response.ok || !response.body) {
        clearInterval(timer);
        return response;
      }
      heard = Date.now();
      opened();
      return new Response(
        watched(response.body.getReader(), () => void (heard = Date.now()), end),
        response,
      );
    } catch (error) {
      end();
      throw error;
    }
  };
}

function watched(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  heard: () => void,
  closed: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        heard();
        if (!done) return controller.enqueue(value);
        closed();
        controller.close();
      } catch (error) {
        closed();
        controller.error(error);
      }
    },
    cancel(reason) {
      closed();
      return reader.cancel(reason);
    },
  });
}
