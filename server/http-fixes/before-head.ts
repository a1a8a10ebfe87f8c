import type { ServerResponse } from 'node:http'

/**
 * Runs `mapStatus` just before the head of a response is written, when its headers are final. The
 * most recently added callback runs first.
 *
 * @param mapStatus receives the status and returns the one to be sent
 */
export function beforeHead(response: ServerResponse, mapStatus: (status: number) => number): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, given) =>
      Reflect.apply(writeHead, self, given.with(0, mapStatus(given[0]))),
  })
}
