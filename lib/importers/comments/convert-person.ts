import { commentLimits } from '@/lib/comments/comment'
import { cleanName } from '@/lib/comments/writing/comment-input'
import { mailAddress, withAsciiHost } from '@/lib/mail/mail-address'
import { truncate } from '@/lib/text/truncate'
import { hasVisibleText } from '@/lib/text/visible-text'
import type { LossReason } from './source-record'

/** Control characters, and characters that change the text direction. */
const unreadable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** Returns a name as one line with at least one visible character. */
export function convertName(name: string): { name: string; losses: LossReason[] } {
  const line = cleanName(name.toWellFormed().replaceAll(unreadable, ' '))
  if (!hasVisibleText(line)) return { name: 'Anonymous', losses: ['name-missing'] }
  const { authorNameLengthMax } = commentLimits
  if ([...line].length <= authorNameLengthMax) return { name: line, losses: [] }
  return { name: `${truncate(line, authorNameLengthMax - 1)}…`, losses: ['name-cut'] }
}

/** Placeholders that other systems use for people without an e-mail address. */
const placeholder = /^anonymous@example\.org$|^noreply@blogger\.com$|@users\.noreply\.github\.com$/i
/** MD5, SHA-1 and SHA-256 hashes. */
const hash = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i

/** Returns a valid e-mail address, or undefined for a missing or unusable one. */
export function convertEmail(email: string): { email: string | undefined; losses: LossReason[] } {
  const address = withAsciiHost(email.trim())
  if (address === '') return { email: undefined, losses: [] }
  if (hash.test(address)) return { email: undefined, losses: ['email-hashed'] }
  const isValid = mailAddress.safeParse(address).success && !placeholder.test(address)
  return isValid ? { email: address, losses: [] } : { email: undefined, losses: ['email-invalid'] }
}
