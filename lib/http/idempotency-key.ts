import 'server-only'
import type { SubmissionKey } from '@/lib/comments/writing/add-comment'
import { sign } from '@/lib/crypto/sign'
import { InvalidInput } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { networkHash } from '@/lib/network-hash/network-hash'

/**
 * Returns the key that identifies a submission, so that a retry is recognised: the client's
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), or for a plain form, a hash of its
 * fields and the sender's network. That hash uses the salt of the day, so that no address can be
 * derived from a key later. Returns undefined for JSON without a key.
 * @param client the sender's address, or the /64 of an IPv6 address
 * @throws InvalidInput for a malformed key; DatabaseUnavailable
 */
export async function idempotencyKey(
  { headers }: Pick<Request, 'headers'>,
  kind: 'json' | 'form',
  input: unknown,
  client: string,
): Promise<SubmissionKey | undefined> {
  const header = headers.get('idempotency-key')
  if (header !== null) {
    // A structured-field string (RFC 8941); most clients omit its quotes.
    const key = header.replace(/^"(.*)"$/, '$1')
    if (!/^[\x21-\x7E]{16,200}$/.test(key))
      throw new InvalidInput([
        { field: 'Idempotency-Key', message: validationText('idempotencyKey') },
      ])
    return { text: `key:${key}`, isSecret: true }
  }
  if (kind === 'json') return undefined
  const fields = JSON.stringify([await networkHash(client), input])
  return { text: `form:${sign('submission', fields)}`, isSecret: false }
}
