import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { serveNames } from '@/lib/link-previews/serve-names'
import { servePages } from '@/lib/link-previews/serve-pages'
import { findUndescribed } from '@/lib/testing/described-answers'
import { asksNames, withModules } from '@/lib/testing/with-module'
import { ask } from './ask'
import { askRaw, type RawRequest } from './ask-raw'
import { doAtOnce } from './at-once'
import { Findings, type Part } from './part'
import { addPosts, startPostgres } from './postgres'
import { requests } from './request-arbitraries'
import type { Scene } from './scene'
import { cronSecret, startServer } from './server'

const atOnce = 16
/** Told with what was found, so that it can be sent again. */
const seed = 20_261_122
const batch = 500
const toldMax = 20

/** A blog with something to ask for: posts, comments, who may change one, and a page that can be read. */
async function startBlogToGuess(scene: Scene) {
  const postgres = await startPostgres(scene)
  const slugs = await addPosts(postgres, 3)
  const names = await serveNames(() => 'no such name')
  scene.onEnd(names.close)
  const page = await servePages((_, response) => response.setHeader('content-type', 'text/html').end('<title>A page</title>'))
  scene.onEnd(page.close)
  const server = await startServer(scene, postgres.url, { LINK_PREVIEW_ALLOW_ORIGINS: page.origin, ...withModules(asksNames(names)) })
  const written = await Promise.all(
    slugs.map((slug) => ask(`${server.url}/api/comments`, { json: { slug, author_name: 'Ada', content: `Words on ${slug}.` } })),
  )
  const comments: { id: number; edit_token: string }[] = written.map(({ text }) => JSON.parse(text))
  const ids = comments.map(({ id }) => id)
  const known = {
    slug: slugs,
    id: ids,
    parent_id: ids,
    edit_token: comments.map(({ edit_token }) => edit_token),
    bearer: [...comments.map(({ edit_token }) => edit_token), cronSecret],
    url: [`${page.origin}/`, `${page.origin}/a?b=c`],
  }
  return { server, known }
}

const requestInWords = ({ method, path, headers, body }: RawRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body?.toString().slice(0, 300) ?? ''}`

export const randomRequests: Part = {
  name: 'random-requests',
  promise:
    '100,000 requests made from openapi.yaml, valid and almost: no 500 but the coded ones of og-metadata, every answer as the file says',
  async prove(scene) {
    const findings = new Findings()
    const { server, known } = await startBlogToGuess(scene)
    const wanted = scene.choose(100_000, 600)
    // Each run of the whole proof asks for others; the short form always for the same.
    const from = scene.choose(seed + randomInt(1_000_000), seed)
    scene.say(`seed ${from}`)
    const statuses = new Map<number, number>()
    const faults: string[] = []
    const all = requests(known)
    for (let sent = 0; sent < wanted; sent += batch) {
      const some = fc.sample(all, { numRuns: Math.min(batch, wanted - sent), seed: from + sent })
      await doAtOnce(some, atOnce, async (request) => {
        let answer = await askRaw(server.url, request)
        // One that is refused before its body was sent may lose its answer with the connection.
        for (let tries = 1; answer.status === 0 && tries < 4; tries++) answer = await askRaw(server.url, request)
        const { status, headers, text } = answer
        const path = new URL(request.path, server.url).pathname
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const isCoded = path === '/api/og-metadata' && /"code":"target-/.test(text)
        const broken = status === 500 && !isCoded ? ['a 500'] : findUndescribed(path, request.method, { status, headers, body: text })
        if (broken.length === 0) return
        faults.push(`${broken.join(', ')} — ${requestInWords(request)} — ${text.slice(0, 200)}`)
        if (faults.length <= toldMax) scene.say(faults.at(-1) ?? '')
      })
      if (sent > 0 && sent % 10_000 === 0) scene.say(`${sent} requests, ${faults.length} answered otherwise`)
    }
    findings.broken.push(...faults.slice(0, toldMax))
    findings.expect(
      faults.length === 0,
      `${faults.length} of ${wanted} requests were answered otherwise than openapi.yaml says (seed ${from})`,
    )
    findings.expect(!server.output().includes('Error'), `the server wrote of errors: ${/.*Error.*/.exec(server.output())?.[0]}`)
    for (const [status, count] of [...statuses].sort(([a], [b]) => a - b)) findings.measure(`${status}`, count, '')
    findings.count('requests', wanted)
    findings.count('badInputs', wanted - (statuses.get(200) ?? 0) - (statuses.get(201) ?? 0) - (statuses.get(204) ?? 0))
    return findings
  },
}
