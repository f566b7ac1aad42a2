export function watchedFetch(opened: () => void, closed: () => void): typeof fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (!response.ok || !response.body) return response;
      opened();
      return new Response(watched(response.body.getReader(), closed), response);
    } catch (error) {
      closed();
      throw error;
    }
  };
}

function watched(reader: ReadableStreamDefaultReader<Uint8Array>, closed: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
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
