import { z } from 'zod'

/** Removes differences between renders that do not matter to readers. */
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

/** Returns every public page in the sitemap and every endpoint for reading, with parameters. */
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
  const endpoints = [
    `/api/og-metadata?url=${encodeURIComponent(link)}`,
    '/api/search?q=comment',
    '/search?q=comment',
  ]
  return [...new Set([...pages, ...forPrograms, ...slugs.flatMap(ofAPost), ...endpoints])]
}

/** Returns the status and the normalised body of each address. */
export async function readResponses(
  url: string,
  addresses: string[],
): Promise<Record<string, string>> {
  const responses: Record<string, string> = {}
  for (const address of addresses) {
    const response = await fetch(url + address)
    const text = passing.reduce(
      (rest, pattern) => rest.replaceAll(new RegExp(pattern, 'g'), ''),
      await response.text(),
    )
    responses[address] = `${response.status} ${inOneOrder(text.replaceAll(url, ''))}`
  }
  return responses
}

/** Sorts the elements of the head, whose order varies between renders. */
function inOneOrder(html: string): string {
  return html.replace(/<head>[\s\S]*?<\/head>/, (head) =>
    (head.match(/<[^>]+>[^<]*/g) ?? []).toSorted().join(''),
  )
}
