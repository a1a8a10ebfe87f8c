import { addPosts, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer, type TestServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { Ledger } from './ledger'
import { sendRequest } from './send-request'

/** The default number of concurrent readers. */
export const clientsAtOnce = 50

export type TestBlog = {
  postgres: TestPostgres
  server: TestServer
  slugs: string[]
  ledger: Ledger
}

/** Starts a blog with some posts, and a ledger of the acknowledged writes. */
export async function startBlog(
  scene: Scene,
  posts = 50,
  environment: Record<string, string> = {},
): Promise<TestBlog> {
  const postgres = await startPostgres(scene)
  const slugs = await addPosts(postgres, posts)
  const server = await startServer(scene, postgres.url, environment)
  await warmUp(server.url, slugs)
  return { postgres, server, slugs, ledger: new Ledger(scene) }
}

/** Sends each kind of request once, because a server loads code on the first request. */
export async function warmUp(url: string, slugs: string[]): Promise<void> {
  const [slug = ''] = slugs
  const unknown = { slug: 'unknown', author_name: 'Nobody', content: 'Words.' }
  for (const path of [
    '/',
    `/posts/${slug}`,
    `/api/comments?slug=${slug}`,
    `/api/views?slug=${slug}`,
  ])
    await sendRequest(url + path)
  for (const kind of ['comments', 'views'])
    await sendRequest(`${url}/api/${kind}`, { json: unknown })
}

type Kind = 'comments' | 'views'

/**
 * In the short form, with fewer attempts than this, all writes may have been rejected by chance.
 */
const sampleMin = 20

/**
 * Expects that no acknowledged write was lost, after the load has stopped.
 * @param kinds the kinds of writes, each of which must have been acknowledged at least once
 */
export async function expectNothingLost(
  findings: Findings,
  { ledger, postgres }: { ledger: Ledger; postgres: Pick<TestPostgres, 'sql'> },
  { kinds = ['comments', 'views'], ...options }: { kinds?: Kind[]; viewsBefore?: number } = {},
): Promise<void> {
  const audit = await ledger.audit(postgres, options)
  const { unknown, lost, phantoms, duplicates, totalDifference } = audit
  const acknowledged = audit.comments + audit.views
  findings.expect(acknowledged > 0, 'no write was acknowledged, so this proves nothing')
  for (const kind of kinds) {
    const failure = `none of ${audit.tried[kind]} ${kind} was acknowledged, so this proves nothing`
    findings.expect(audit[kind] > 0 || audit.tried[kind] < sampleMin, failure)
    findings.measure(`acknowledged ${kind}`, audit[kind], '', 'lower')
  }
  findings.expect(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost`)
  findings.expect(
    phantoms === 0,
    `${phantoms} unacknowledged writes are stored, besides ${unknown} with unknown results`,
  )
  findings.expect(duplicates === 0, `${duplicates} keys are stored twice`)
  findings.expect(
    totalDifference === 0,
    `the displayed totals differ from the counted views by ${totalDifference}`,
  )
  findings.count('lost', lost)
  findings.count('phantoms', phantoms)
  findings.count('duplicates', duplicates)
  findings.measure('unknown', unknown, '')
}
