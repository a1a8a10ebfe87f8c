import type { ServerResponse } from 'node:http'

/**
 * Speaks when the head of an answer is about to be written, by which time whoever makes it has said all that he says of it. Who is
 * added last speaks first.
 *
 * @param speak is told the status, and returns the one to be written
 */
export function beforeHead(response: ServerResponse, speak: (status: number) => number): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, given) =>
      Reflect.apply(writeHead, self, given.with(0, speak(given[0]))),
  })
}
