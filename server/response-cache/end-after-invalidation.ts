import type { ServerResponse } from 'node:http'
import { untilInvalidationsPublished } from './page-cache'

/**
 * Has the answer to a write end only when every process can know what it purged: who was told that his comment is
 * published finds it in the next page he asks for, whichever process answers. (Next purges beside the answer.)
 */
export function endAfterInvalidation(response: ServerResponse): void {
  response.end = new Proxy(response.end, {
    apply(end, self, given) {
      const published = untilInvalidationsPublished()
      if (published) void published.then(() => Reflect.apply(end, self, given))
      else Reflect.apply(end, self, given)
      return self
    },
  })
}
