import { type Block, foldBlock } from '@/lib/comments/screening/blocklist'
import type { Draft } from '@/lib/comments/screening/draft'
import type { ScreeningContext } from '@/lib/comments/screening/rules/rules'

/** Returns a comment for the rules, of which tests set only the relevant fields. */
export function draftOf(content: string, authorName = 'Ada'): Draft {
  return { slug: 'hello', content, authorName }
}

/** Returns the facts about a comment that no rule matches. */
export function contextOf(known: Partial<ScreeningContext> = {}): ScreeningContext {
  return {
    kind: 'new',
    moderation: 'open',
    isTrusted: false,
    trap: '',
    stamp: { kind: 'signed', nonce: 'n', ageMs: 60_000 },
    isStampUsed: false,
    wasStampMissing: false,
    sameText: 0,
    isNewcomer: false,
    newcomers: 0,
    newcomersMax: 30,
    blocks: [],
    networkKeys: [],
    ownHost: 'blog.example.org',
    ...known,
  }
}

/** Returns a block as the admin area creates it. */
export function blockOf(kind: Block['kind'], value: string, fields: Partial<Block> = {}): Block {
  return {
    kind,
    value,
    folded: foldBlock(kind, value),
    verdict: 'pending',
    ...fields,
  }
}
