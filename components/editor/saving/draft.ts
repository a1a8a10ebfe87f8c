import type { EditedPostInput } from '@/lib/posts/editing/edited-post'

/** The editable fields of a post, which are saved, stored and compared. */
export type Draft = Omit<EditedPostInput, 'base' | 'isPage' | 'force' | 'correctsSlug'>

/** The fields besides the text, in the order in which their changes are listed. */
export const draftFields = [
  'title',
  'slug',
  'summary',
  'tags',
  'cover',
  'coverAlt',
  'metaTitle',
  'metaDescription',
  'socialImage',
  'canonical',
  'noindex',
] as const

/** A version saved by another user or tab. Overwriting it continues from its revision. */
export type Theirs = { revision: number; draft: Draft; by?: string }

/** Returns whether a stored value is a draft. */
export function isDraft(value: unknown): value is Draft {
  const fields: Record<string, unknown> = { ...Object(value) }
  const texts = ['slug', 'title', 'summary', 'cover', 'coverAlt', 'content']
  return Array.isArray(fields.tags) && texts.every((name) => typeof fields[name] === 'string')
}

/**
 * Returns whether two drafts are equivalent. The server trims single-line fields, so surrounding
 * spaces are ignored. It derives an empty slug from the title, so any slug matches an empty one.
 * It keeps search options that are not sent.
 */
export function isSameDraft(sent: Draft, held: Draft): boolean {
  return (
    sent.content === held.content &&
    (sent.slug === '' || sent.slug === held.slug) &&
    fieldsOf({ ...held, ...sent }) === fieldsOf(held)
  )
}

const fieldsOf = (draft: Draft) =>
  JSON.stringify(
    draftFields.map((name) => name !== 'slug' && draft[name]),
    (_, value) => (typeof value === 'string' ? value.normalize('NFC').trim() : value),
  )

/** Returns a field as text, to compare it. */
export const fieldText = (value: string | string[] | boolean | null | undefined): string =>
  value === true ? '✓' : [value || ''].flat().join(', ')
