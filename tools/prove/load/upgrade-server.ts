import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/test/new-client'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { type Ledger, proverName } from './ledger'
import { type ApiResponses, expectSameResponses } from './same-responses'
import { sendRequest } from './send-request'
import { startLoad } from './start-load'

type Written = { slug: string; content: string }

type UpgradeOptions = {
  server: TestServer
  postgres: Pick<TestPostgres, 'url' | 'sql'>
  ledger: Ledger
  slugs: string[]
  clients: number
  /** The duration of the load on the current version, in milliseconds. */
  forMs: number
}

/**
 * Starts the current version in place of an older one, without load, and compares its responses
 * with the older ones. Then reads and writes.
 * @returns the number of requests
 */
export async function upgradeServer(
  findings: Findings,
  scene: Scene,
  used: UpgradeOptions,
): Promise<number> {
  const { server, postgres, ledger, slugs, clients, forMs } = used
  const written = await postgres.sql<Written>(
    `SELECT slug, comments.content FROM comments JOIN posts ON posts.id = post_id
     WHERE author_name = '${proverName}' AND comments.status = 'published'`,
  )
  const record = ledger.openFor(clients, scene)
  const client = asNewClient()
  const read = async (url: string): Promise<ApiResponses> => {
    const key = 'sent-to-both-versions'
    const json = {
      slug: slugs[0],
      author_name: proverName,
      content: `Sent before and after, with a key: ${key}`,
    }
    const sent = await sendRequest(`${url}/api/comments`, {
      json,
      headers: { 'idempotency-key': key, ...client },
    })
    record({ kind: 'comment', key, at: Date.now(), status: sent.status })
    const responses: ApiResponses = new Map([['a key', jsonOf(sent)]])
    for (const slug of new Set(written.map((comment) => comment.slug)))
      for (const path of [`/api/comments?slug=${slug}`, `/api/views?slug=${slug}`])
        responses.set(path, jsonOf(await sendRequest(url + path)))
    return responses
  }
  const older = await read(server.url)
  await server.terminate()
  const { url } = await startServer(scene, postgres.url)
  expectSameResponses(findings, older, await read(url))
  await expectPagesShow(findings, url, written)

  const load = startLoad(scene, url, { clients, slugs, ledger })
  await setTimeout(forMs)
  await load.stop()
  const broken = [...load.statuses].filter(([status]) => status === 0 || status >= 500)
  findings.expect(
    broken.length === 0,
    `failed responses of the current version: ${JSON.stringify(broken)}`,
  )
  return load.requests()
}

const jsonOf = ({ status, text }: { status: number; text: string }) => ({
  status,
  json: status > 0 && status < 300 ? JSON.parse(text) : text,
})

/** Expects each page to show the comments of its post. */
async function expectPagesShow(
  findings: Findings,
  url: string,
  written: readonly Written[],
): Promise<void> {
  const pages = new Map<string, string>()
  for (const { slug } of written)
    if (!pages.has(slug)) pages.set(slug, (await sendRequest(`${url}/posts/${slug}`)).text)
  const missing = written.filter(({ slug, content }) => !pages.get(slug)?.includes(content))
  findings.expect(
    missing.length === 0,
    `${missing.length} of ${written.length} comments are on no page of the current version`,
  )
}
