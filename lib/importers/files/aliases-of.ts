import { newSlug } from '@/lib/posts/post'
import type { FrontMatter } from './front-matter'

/** Returns the slug in an old URL of a post, its last part; undefined if it is invalid. */
export function slugOfAlias(alias: string): string | undefined {
  const [bare = ''] = alias.split(/[?#]/, 1)
  const last = bare.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return newSlug.safeParse(decodeURIComponent(last).replace(/\.html?$/i, '')).data
  } catch {
    // An invalid escape (`%ff`) is not part of a slug.
    return undefined
  }
}

/**
 * Returns the previous slugs in a post's front matter: `aliases` (Hugo) or `redirect_from`
 * (Jekyll).
 * @param slug the current slug, which is excluded
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
