import { z } from 'zod'

/** What differs from one render to the next, and says nothing to a reader. */
const passing = [
  /<script[\s\S]*?<\/script>/g,
  /nonce="[^"]*"/g,
  /<updated>[^<]*<\/updated>/,
  /<lastBuildDate>[^<]*<\/lastBuildDate>/,
]

const forPrograms = [
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/comments.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/opensearch.xml',
  '/robots.txt',
]
const ofAPost = (slug: string) => [
  `/posts/${slug}.md`,
  `/posts/${slug}/comments.xml`,
  `/api/comments?slug=${slug}`,
  `/api/comments?slug=${slug}&limit=1`,
  `/api/views?slug=${slug}`,
]

/** Every public page that a blog's sitemap names, and every endpoint that reads, with what it is asked for here. */
export async function listAddresses(url: string, link: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const pages = z
    .array(z.string())
    .parse(
      [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        (match) => new URL(match[1] ?? '', url).pathname,
      ),
    )
  const slugs = pages.flatMap((page) => /^\/posts\/([^/]+)$/.exec(page)?.[1] ?? [])
  const asked = [
    `/api/og-metadata?url=${encodeURIComponent(link)}`,
    '/api/search?q=comment',
    '/search?q=comment',
  ]
  return [...new Set([...pages, ...forPrograms, ...slugs.flatMap(ofAPost), ...asked])]
}

/** What a reader gets of each address, with its status, and without what differs from one render to the next. */
export async function readAnswers(
  url: string,
  addresses: string[],
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const address of addresses) {
    const response = await fetch(url + address)
    const text = passing.reduce(
      (rest, pattern) => rest.replaceAll(new RegExp(pattern, 'g'), ''),
      await response.text(),
    )
    answers[address] = `${response.status} ${inOneOrder(text.replaceAll(url, ''))}`
  }
  return answers
}

/** What stands in the head of a page comes in the order in which its parts were ready. */
function inOneOrder(html: string): string {
  return html.replace(/<head>[\s\S]*?<\/head>/, (head) =>
    (head.match(/<[^>]+>[^<]*/g) ?? []).toSorted().join(''),
  )
}
