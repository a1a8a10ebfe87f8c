/** The code that shows comments from this blog on the pages of another site. */
import guides from '@/lib/generated/snippets.json'

export const platforms = [
  'html',
  'hugo',
  'jekyll',
  'eleventy',
  'astro',
  'next',
  'wordpress',
  'ghost',
] as const

type Platform = (typeof platforms)[number]

/**
 * Returns the code from the guide for a platform.
 * @param blog this blog's origin
 * @param site the origin of the site
 * @returns `include`: the template line that includes the code, if it is in a separate file
 */
export function snippetOf(platform: Platform, { blog, site }: { blog: string; site: string }) {
  const blocks: string[] = guides[platform]
  const [code = '', include = ''] = blocks.map((block) =>
    block
      .trimEnd()
      .replaceAll('https://comments.example.org', blog)
      .replaceAll('https://www.example.org', site)
      .replaceAll('www.example.org', new URL(site).host),
  )
  return { code, include }
}
