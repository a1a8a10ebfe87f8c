import type { IncomingHttpHeaders } from 'node:http'
import { matchesEtag } from '@/lib/http/matches-etag'

/**
 * Whether who asks has the answer already. A date counts where no entity tag is given (RFC 9110, 13.2.2), and only if it is the
 * very one that was sent: what is newest in a list can become older, when something is taken back.
 */
export function isUnchanged(asked: IncomingHttpHeaders, answer: { etag: string; lastModified: string | undefined }): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = asked
  return tags === undefined ? date !== undefined && date === answer.lastModified : matchesEtag(tags, answer.etag)
}
