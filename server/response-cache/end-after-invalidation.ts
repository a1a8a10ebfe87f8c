import type { ServerResponse } from 'node:http'
import { untilInvalidationsPublished } from './page-cache'

/**
 * Delays the end of the response to a write until every process can know what it invalidated. An
 * author then finds a published comment on the next page, whichever process serves it. Next.js
 * itself does not wait for invalidations.
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
