import 'server-only'
import { InvalidInput } from '@/lib/errors'
import { networkHash } from '@/lib/network-hash'
import { sign } from '@/lib/sign'
import { clientAddress } from './client-address'

/**
 * What names a submission, so that a retry is known for one: the client's `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header), or for a plain form, which can send none, what it says and who sends it:
 * a double click makes one comment. Who sends it counts by the hash of the day, so that nothing leads back to an address once
 * the day's salt is gone; a double click at midnight (UTC) is the price. A program without a key says each time something new.
 * @throws InvalidInput for a key that is none; DatabaseAway
 */
export async function idempotencyKey(
  { headers }: Pick<Request, 'headers'>,
  kind: 'json' | 'form',
  input: unknown,
): Promise<string | undefined> {
  const header = headers.get('idempotency-key')
  if (header !== null) {
    // A structured-field string, or as most clients send it, without the quotes.
    const key = header.replace(/^"(.*)"$/, '$1')
    if (!/^[\x21-\x7E]{1,200}$/.test(key))
      throw new InvalidInput([{ field: 'Idempotency-Key', message: 'must be 1 to 200 visible ASCII characters' }])
    return `key:${key}`
  }
  if (kind === 'json') return undefined
  const said = JSON.stringify([await networkHash(clientAddress(headers)), input])
  return `form:${sign('submission', said)}`
}
