import { newSlug } from '@/lib/posts/post'
import type { FrontMatter } from './front-matter'

/** The slug in an old address of a post: its last part, wherever posts stood; undefined where that is none. */
export function slugOfAlias(alias: string): string | undefined {
  const [bare = ''] = alias.split(/[?#]/, 1)
  const last = bare.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return newSlug.safeParse(decodeURIComponent(last).replace(/\.html?$/i, '')).data
  } catch {
    // An escape that is none (`%ff`) is part of no slug.
    return undefined
  }
}

/**
 * The slugs a post had before, as its front matter tells them: `aliases` (Hugo) or `redirect_from` (Jekyll).
 * @param slug the one it has now, which is none of them
 */
export function aliasesOf(
  { aliases, redirect_from }: Pick<FrontMatter, 'aliases' | 'redirect_from'>,
  slug: string,
): string[] {
  const slugs = [...(aliases ?? []), ...(redirect_from ?? [])].flatMap(
    (alias) => slugOfAlias(alias) ?? [],
  )
  return [...new Set(slugs)].filter((alias) => alias !== slug)
}
