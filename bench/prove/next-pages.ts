import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ask } from './ask'
import { type Ledger, proverName } from './ledger'
import type { Scene } from './scene'

const told = z.object({ status: z.string() })
/** A post's first page holds 25 threads: before it is full, another post is taken. */
const perPost = 20

export type NextPages = {
  /** Pages that were looked at after a comment of theirs was acknowledged. */
  looked: number
  /** Those of them that did not have it. */
  without: string[]
}

/**
 * Writes comments at one address, and asks every process for the pages that show each as soon as it is acknowledged. One
 * that is being killed does not answer, and is not counted. Meanwhile others read the same pages without a pause, so that
 * renders are always under way.
 *
 * @param watched.urls of each process, past what stands in front of them
 * @param watched.slugs of posts that nobody else writes under: in a first page that is full a comment is missed
 */
export async function watchNextPages(
  scene: Scene,
  { front, urls, slugs, ledger, until }: { front: string; urls: string[]; slugs: string[]; ledger: Ledger; until: () => boolean },
): Promise<NextPages> {
  const seen: NextPages = { looked: 0, without: [] }
  const note = ledger.openFor(10_000, scene)
  let slug = slugs[0] ?? ''
  const write = async () => {
    for (let n = 0; !until(); n++) {
      slug = slugs[Math.floor(n / perPost) % slugs.length] ?? ''
      const key = randomUUID()
      const json = { slug, author_name: proverName, content: `To be in the next page, by its key: ${key}` }
      const answer = await ask(`${front}/api/comments`, { json, headers: { 'idempotency-key': key } })
      note({ kind: 'comment', key, at: Date.now(), status: answer.status })
      if (answer.status !== 201 || told.parse(JSON.parse(answer.text)).status !== 'published') continue
      const paths = [`/posts/${slug}`, `/posts/${slug}/comments.xml`]
      const answers = await Promise.all(
        [front, ...urls].flatMap((url) => paths.map(async (path) => ({ place: url + path, ...(await ask(url + path)) }))),
      )
      for (const { place, status, text } of answers.filter((answer) => answer.status === 200)) {
        seen.looked++
        if (!text.includes(key)) seen.without.push(`${place} (${status}) has no ${key}`)
      }
    }
  }
  const read = async (url: string) => {
    while (!until()) await ask(`${url}/posts/${slug}`)
  }
  await Promise.all([write(), ...urls.map(read)])
  return seen
}
