import { createHash } from 'node:crypto'
import { foldText } from '@/lib/text/fold-text'

/** A text as it is compared with others: folded, its letters and digits alone. */
export function normaliseText(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/**
 * By what the same text is found again, whatever was changed in its spaces, marks and letters' looks.
 * @returns SHA-256 in base64url; empty for a text without a letter or digit, which is like no other
 */
export function textHash(text: string): string {
  const normalised = normaliseText(text)
  return normalised === '' ? '' : createHash('sha256').update(normalised).digest('base64url')
}
