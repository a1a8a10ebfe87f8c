import type { EditedPostInput } from '@/lib/posts/editing/edited-post'

/** All of a post that is written: what is saved, kept and compared. */
export type Draft = Omit<EditedPostInput, 'base' | 'force'>

/** What somebody else saved, and from which revision on one would write over it. */
export type Theirs = { revision: number; draft: Draft; savedAt?: string; by?: string }

/** Its own fields alone, of a post or of whatever has more. */
export function draftOf({ slug, title, summary, tags, cover, coverAlt, content }: Draft): Draft {
  return { slug, title, summary, tags, cover, coverAlt, content }
}

/** Whether what was stored, or answered, is a draft. */
export function isDraft(value: unknown): value is Draft {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('tags' in value) ||
    !Array.isArray(value.tags)
  )
    return false
  const texts: [string, unknown][] = Object.entries(value)
  return ['slug', 'title', 'summary', 'cover', 'coverAlt', 'content'].every((name) =>
    texts.some(([field, text]) => field === name && typeof text === 'string'),
  )
}

/**
 * Whether two drafts say the same. The server trims what is one line, so that space around it is no difference; and it
 * makes an empty slug of the title, so that one that was sent empty may have come back as any.
 */
export function isSameDraft(sent: Draft, held: Draft): boolean {
  return (
    sent.content === held.content &&
    (sent.slug === '' || sent.slug === held.slug) &&
    fieldsOf(sent) === fieldsOf(held)
  )
}

function fieldsOf({ title, summary, tags, cover, coverAlt }: Draft): string {
  return JSON.stringify(
    [title, summary, ...tags, cover, coverAlt].map((text) => text.normalize('NFC').trim()),
  )
}
