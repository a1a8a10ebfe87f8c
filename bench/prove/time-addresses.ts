import { randomUUID } from 'node:crypto'
import { ask } from './ask'
import { Latencies } from './latencies'
import { proverName } from './ledger'

export type Timed = { medianMs: number; bytes: number }

/** What is timed: an address that is read, or a write of a client that nobody has seen before. */
const reads = (slug: string, tag: string) => [
  ...['/', `/posts/${slug}`, `/posts/${slug}/comments.xml`, `/posts/${slug}.md`, `/tags/${tag}`, '/tags', '/archive', '/search?q=thread'],
  ...['/feed.xml', '/comments.xml', '/sitemap.xml', '/llms.txt'],
  ...[`/api/comments?slug=${slug}`, `/api/views?slug=${slug}`, '/api/search?q=thread', '/api/health'],
]

/**
 * How long each endpoint and page takes, in the middle of so many rounds. A page is purged before each: what is timed is
 * its render, and not the copy that readers get.
 *
 * @throws where an answer is none
 */
export async function timeAddresses(
  { url, cronSecret, slug, tag }: { url: string; cronSecret: string; slug: string; tag: string },
  rounds: number,
): Promise<Map<string, Timed>> {
  const timed = new Map<string, { latencies: Latencies; bytes: number }>()
  const time = async (name: string, asking: () => ReturnType<typeof ask>, status: number) => {
    const answer = await asking()
    if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    const known = timed.get(name) ?? { latencies: new Latencies(), bytes: 0 }
    known.latencies.add(answer.tookMs)
    timed.set(name, { ...known, bytes: answer.text.length })
  }
  for (let round = 0; round < rounds; round++) {
    for (const address of reads(slug, tag)) {
      if (!address.startsWith('/api/')) {
        const purged = await ask(`${url}/api/cron/purge-pages`, { method: 'POST', headers: { authorization: `Bearer ${cronSecret}` } })
        if (purged.status !== 200) throw new Error(`the purge answered ${purged.status}: a copy would be timed`)
      }
      await time(address, () => ask(url + address), 200)
    }
    await time('POST /api/views', () => ask(`${url}/api/views`, { json: { slug } }), 201)
    const json = { slug, author_name: proverName, content: `Said while it is timed: ${randomUUID()}` }
    await time('POST /api/comments', () => ask(`${url}/api/comments`, { json }), 201)
  }
  return new Map([...timed].map(([name, { latencies, bytes }]) => [name, { medianMs: latencies.percentile(0.5), bytes }]))
}
