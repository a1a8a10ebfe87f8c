import { randomUUID } from 'node:crypto'
import type { Random } from '@/bench/support/random'
import { proverName } from '@/tools/prove/load/ledger'
import { type HttpResult, sendRequest } from '@/tools/prove/load/send-request'
import { cronSecret } from '@/tools/prove/machines/server'
import { addedComment } from './added-comment'
import type { TimedBlog } from './timed-blog'
import { redirectingAddress } from './timed-routes'
import { alternate, type Timed, Timings } from './timings'

/** A blog and the addresses to request, by names that are equal for the compared blogs. */
export type TimedSide = {
  url: string
  blog: Pick<TimedBlog, 'written' | 'owner'>
  reads: ReadonlyMap<string, string>
}

/** Purges all pages, so that rendering is measured and not the cache. */
async function purge(url: string): Promise<void> {
  const { status } = await sendRequest(`${url}/api/cron/purge-pages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cronSecret}` },
  })
  if (status !== 200)
    throw new Error(`purging the pages returned ${status}; cached pages would be measured`)
}

/** Measures the response times of one blog. */
class Stopwatch {
  readonly timings = new Timings()

  constructor(private readonly side: TimedSide) {}

  /** @throws if the response is an error */
  async #time(name: string, send: () => Promise<HttpResult>): Promise<HttpResult> {
    const response = await send()
    const isExpected =
      response.status < 300 || (response.status < 400 && redirectingAddress.test(name))
    if (response.status < 200 || !isExpected)
      throw new Error(`${name} returned ${response.status}: ${response.text.slice(0, 200)}`)
    this.timings.add(name, response)
    return response
  }

  async read(name: string): Promise<void> {
    const { url, blog, reads } = this.side
    const address = reads.get(name) ?? name
    const isAdmin = address.startsWith('/admin')
    // Admin and API responses are not cached.
    if (!isAdmin && !address.startsWith('/api/')) await purge(url)
    await this.#time(name, () =>
      sendRequest(url + address, { ...(isAdmin && { headers: { cookie: blog.owner } }) }),
    )
  }

  /**
   * Performs the writes of a reader, from a view to a comment that is edited, reported and deleted.
   */
  async write(): Promise<void> {
    const { url, blog } = this.side
    await this.#time('POST /api/views', () =>
      sendRequest(`${url}/api/views`, { json: { slug: blog.written } }),
    )
    const comment = {
      slug: blog.written,
      author_name: proverName,
      content: `Comment during the measurement: ${randomUUID()}`,
    }
    const { text } = await this.#time('POST /api/comments', () =>
      sendRequest(`${url}/api/comments`, { json: comment }),
    )
    const { id, edit_token } = addedComment.parse(JSON.parse(text))
    const headers = { authorization: `Bearer ${edit_token}` }
    const json = { content: `Edited comment: ${randomUUID()}` }
    await this.#time('PATCH /api/comments/[id]', () =>
      sendRequest(`${url}/api/comments/${id}`, { method: 'PATCH', headers, json }),
    )
    await this.#time('POST /api/comments/[id]/report', () =>
      sendRequest(`${url}/api/comments/${id}/report`, { json: {} }),
    )
    await this.#time('POST /api/likes', () =>
      sendRequest(`${url}/api/likes`, { json: { slug: blog.written, comment: id, liked: true } }),
    )
    const follow = { slug: blog.written, author_email: `${randomUUID()}@reader.example` }
    await this.#time('POST /api/comments/follows', () =>
      sendRequest(`${url}/api/comments/follows`, { json: follow }),
    )
    await this.#time('DELETE /api/comments/[id]', () =>
      sendRequest(`${url}/api/comments/${id}`, { method: 'DELETE', headers }),
    )
  }
}

/**
 * Measures the median time of each address and reader's write over several rounds. The blogs
 * alternate, because the speed of a machine varies over minutes. Each round uses another order,
 * because garbage of one response may slow the next.
 * @returns by name the times of the first and the second blog
 * @throws if a response is an error
 */
export async function timeAlternately(
  one: TimedSide,
  other: TimedSide,
  rounds: number,
  chance: Random,
): Promise<Map<string, [Timed, Timed]>> {
  const first = new Stopwatch(one)
  const second = new Stopwatch(other)
  for (let round = 0; round < rounds; round++) {
    const turns = alternate(first, second, round)
    for (const name of chance.shuffle([...one.reads.keys()]))
      for (const stopwatch of turns) await stopwatch.read(name)
    for (const stopwatch of turns) await stopwatch.write()
  }
  const both = first.timings.beside(second.timings)
  // Keeps the given order, with the writes at the end.
  return new Map(
    [...new Set([...one.reads.keys(), ...both.keys()])].flatMap((name) => {
      const timed = both.get(name)
      return timed ? [[name, timed] as const] : []
    }),
  )
}
