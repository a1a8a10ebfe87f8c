import 'server-only'
import { createHash } from 'node:crypto'
import { foldText } from '@/lib/text/fold-text'

/** Returns the letters and digits of a text in folded form, for comparison. */
export function normaliseText(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/**
 * Returns a SHA-256 in base64url that ignores differences in spaces, marks and letter variants;
 * empty for a text without letters or digits, which equals no other.
 */
export function textHash(text: string): string {
  const normalised = normaliseText(text)
  return normalised === '' ? '' : createHash('sha256').update(normalised).digest('base64url')
}
