import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Answer, ask } from '@/bench/prove/load/ask'
import { Latencies } from '@/bench/prove/load/latencies'
import { proverName } from '@/bench/prove/load/ledger'
import { cronSecret } from '@/bench/prove/machines/server'
import type { TimedBlog } from './timed-blog'

export type Timed = { medianMs: number; bytes: number }

const added = z.object({ id: z.number(), edit_token: z.string() })

/** Has every page made anew: what is timed is its render, and not the copy that readers get. */
async function purge(url: string): Promise<void> {
  const { status } = await ask(`${url}/api/cron/purge-pages`, { method: 'POST', headers: { authorization: `Bearer ${cronSecret}` } })
  if (status !== 200) throw new Error(`the purge answered ${status}: a copy would be timed`)
}

/**
 * How long each of these addresses takes, and each write of a reader, in the middle of so many rounds.
 *
 * @param reads by their names, which may be other ones than their addresses
 * @throws where an answer is none
 */
export async function timeAddresses(
  url: string,
  { written, owner }: Pick<TimedBlog, 'written' | 'owner'>,
  reads: ReadonlyMap<string, string>,
  rounds: number,
): Promise<Map<string, Timed>> {
  const timed = new Map<string, { latencies: Latencies; bytes: number }>()
  const time = async (name: string, asking: () => Promise<Answer>) => {
    const answer = await asking()
    if (answer.status < 200 || answer.status >= 400) throw new Error(`${name} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    const known = timed.get(name) ?? { latencies: new Latencies(), bytes: 0 }
    known.latencies.add(answer.tookMs)
    timed.set(name, { ...known, bytes: Math.max(1, answer.text.length) })
    return answer
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, address] of reads) {
      const isDesk = address.startsWith('/desk')
      // Neither is kept.
      if (!isDesk && !address.startsWith('/api/')) await purge(url)
      await time(name, () => ask(url + address, { ...(isDesk && { headers: { cookie: owner } }) }))
    }
    await time('POST /api/views', () => ask(`${url}/api/views`, { json: { slug: written } }))
    const words = { slug: written, author_name: proverName, content: `Said while it is timed: ${randomUUID()}` }
    const { text } = await time('POST /api/comments', () => ask(`${url}/api/comments`, { json: words }))
    const { id, edit_token } = added.parse(JSON.parse(text))
    const headers = { authorization: `Bearer ${edit_token}` }
    const json = { content: `Said otherwise: ${randomUUID()}` }
    await time('PATCH /api/comments/…', () => ask(`${url}/api/comments/${id}`, { method: 'PATCH', headers, json }))
    await time('DELETE /api/comments/…', () => ask(`${url}/api/comments/${id}`, { method: 'DELETE', headers }))
  }
  return new Map([...timed].map(([name, { latencies, bytes }]) => [name, { medianMs: latencies.percentile(0.5), bytes }]))
}
