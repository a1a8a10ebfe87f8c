import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { type Answer, ask } from './ask'
import { patienceMs } from './came-back'
import type { Deaths } from './deaths'
import { type Ledger, proverName } from './ledger'

const told = z.object({ status: z.string() })
/** A post's first page holds 25 threads: before it is full, another post is taken. */
const perPost = 20
/** Whoever is told to come back later does, for so long: what he is told then is the next page. */
const askedAgainForMs = 10_000
const pauseMs = 50

export type NextPages = {
  /** How many pages of each process, and of what stands in front of them, were looked at after a comment of theirs was acknowledged. */
  looked: Map<string, number>
  /** Those of them that did not have it. */
  without: string[]
  /** Answers of the living that were neither what was asked for nor, for a while, 503. */
  strange: string[]
}

type Watched = {
  front: string
  /** Of each process, past what stands in front of them. */
  urls: string[]
  /** Of posts that nobody else writes under: in a first page that is full a comment is missed. */
  slugs: string[]
  ledger: Ledger
  deaths: Deaths
}

/**
 * Writes comments at one address, and asks every process for the pages that show each as soon as it is acknowledged. One
 * that is being killed does not answer, and is not counted. Meanwhile others read the same pages without a pause, so that
 * renders are always under way. All of it until it is stopped, or the scene ends.
 */
export function watchNextPages(scene: Scene, { front, urls, slugs, ledger, deaths }: Watched) {
  const seen: NextPages = { looked: new Map(), without: [], strange: [] }
  const note = ledger.openFor(10_000, scene)
  let slug = slugs[0] ?? ''
  let isOver = false
  /** @param begun when it was first asked for */
  const judgeFailed = (url: string, path: string, answer: Answer, begun: number) => {
    const isExplained = deaths.explain(answer, begun, url === front ? undefined : url)
    const mayComeBack = answer.status === 503 && performance.now() < begun + askedAgainForMs
    if (!isExplained && !mayComeBack)
      seen.strange.push(
        `${url}${path}: ${answer.status} ${answer.status === 0 ? answer.text : ''}`.trim(),
      )
  }
  const look = async (url: string, path: string, key: string) => {
    const begun = performance.now()
    let answer = await ask(url + path)
    while (answer.status === 503 && performance.now() < begun + askedAgainForMs) {
      await setTimeout(pauseMs)
      answer = await ask(url + path)
    }
    if (answer.status !== 200) return judgeFailed(url, path, answer, begun)
    seen.looked.set(url, (seen.looked.get(url) ?? 0) + 1)
    if (!answer.text.includes(key)) seen.without.push(`${url}${path} has no ${key}`)
  }
  const write = async () => {
    for (let n = 0; !isOver; n++) {
      slug = slugs[Math.floor(n / perPost) % slugs.length] ?? ''
      const key = randomUUID()
      const json = {
        slug,
        author_name: proverName,
        content: `To be in the next page, by its key: ${key}`,
      }
      const begun = performance.now()
      const answer = await ask(`${front}/api/comments`, {
        json,
        headers: { 'idempotency-key': key },
      })
      note({ kind: 'comment', key, at: Date.now(), status: answer.status })
      if (answer.status !== 201) {
        judgeFailed(front, '/api/comments', answer, begun)
        await setTimeout(pauseMs)
      } else if (told.parse(JSON.parse(answer.text)).status === 'published') {
        const paths = [`/posts/${slug}`, `/posts/${slug}/comments.xml`]
        await Promise.all(
          [front, ...urls].flatMap((url) => paths.map((path) => look(url, path, key))),
        )
      }
    }
  }
  const read = async (url: string) => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await ask(`${url}/posts/${slug}`)
      if (answer.status === 200) continue
      judgeFailed(url, `/posts/${slug}`, answer, begun)
      // Nobody listens there at the moment: asked without a pause, that would take a processor for itself.
      await setTimeout(pauseMs)
    }
  }
  const watching = Promise.all([write(), ...urls.map(read)])
  // What goes wrong is thrown where it is stopped. Before that nobody listens, and Node would end the whole proof.
  watching.catch(() => {
    isOver = true
  })
  const stop = async (): Promise<NextPages> => {
    isOver = true
    await watching
    return seen
  }
  // Before what it notes its answers in is closed, where a part ends by a fault.
  scene.onEnd(stop)
  return {
    stop,
    /** Whether a page of a process is looked at from now on, as long as one waits for anything to come back. */
    isLookedAt: async (url: string): Promise<boolean> => {
      const before = seen.looked.get(url)
      for (
        const end = performance.now() + patienceMs;
        !isOver && performance.now() < end;
        await setTimeout(20)
      )
        if (seen.looked.get(url) !== before) return true
      return false
    },
  }
}

/**
 * @param urls of each process
 * @param when it was looked, in words
 */
export function expectNextPages(
  findings: Findings,
  { looked, without, strange }: NextPages,
  urls: readonly string[],
  when: string,
): void {
  const total = [...looked.values()].reduce((sum, count) => sum + count, 0)
  for (const [n, url] of urls.entries())
    findings.expect(looked.has(url), `${when}, no page of process ${n + 1} could be looked at`)
  findings.expect(
    without.length === 0,
    `${when}, ${without.length} of ${total} next pages were old: ${without.slice(0, 3)}`,
  )
  findings.expect(
    strange.length === 0,
    `${when}, ${strange.length} answers of the living were no page: ${strange.slice(0, 3).join(', ')}`,
  )
  findings.measure(`next pages ${when}`, total, '', 'lower')
}
