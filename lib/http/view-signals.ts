import 'server-only'
import { clientAddress } from '@/lib/security/client-address'
import type { Look } from '@/lib/views/record-view'

/** Returns the headers by which a view is classified and deduplicated. */
export function viewSignals({
  headers,
}: Pick<Request, 'headers'>): Omit<Look, 'slug' | 'key' | 'referrer' | 'isStaff'> {
  return {
    client: clientAddress(headers),
    userAgent: headers.get('user-agent') ?? '',
    purpose: headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz'),
    fetchMode: headers.get('sec-fetch-mode'),
    fetchDestination: headers.get('sec-fetch-dest'),
    host: headers.get('host') ?? '',
    // https://www.w3.org/TR/gpc/ and https://www.w3.org/TR/tracking-dnt/
    wantsPrivacy: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
  }
}
