import { addPosts, type ProvedPostgres, startPostgres } from '@/tools/prove/machines/postgres'
import { type ProvedServer, startServer } from '@/tools/prove/machines/server'
import type { Findings } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'
import { ask } from './ask'
import { Ledger } from './ledger'

/** How many readers ask at once, where a part does not say otherwise. */
export const clientsAtOnce = 50

export type ProvedBlog = {
  postgres: ProvedPostgres
  server: ProvedServer
  slugs: string[]
  ledger: Ledger
}

/** A blog with so many posts, and a ledger of what it acknowledges. */
export async function startBlog(
  scene: Scene,
  posts = 50,
  environment: Record<string, string> = {},
): Promise<ProvedBlog> {
  const postgres = await startPostgres(scene)
  const slugs = await addPosts(postgres, posts)
  const server = await startServer(scene, postgres.url, environment)
  await warmUp(server.url, slugs)
  return { postgres, server, slugs, ledger: new Ledger(scene) }
}

/** Has each kind of request answered once: a server that was just started loads what it answers with first. */
export async function warmUp(url: string, slugs: string[]): Promise<void> {
  const [slug = ''] = slugs
  const unknown = { slug: 'unknown', author_name: 'Nobody', content: 'Words.' }
  for (const path of [
    '/',
    `/posts/${slug}`,
    `/api/comments?slug=${slug}`,
    `/api/views?slug=${slug}`,
  ])
    await ask(url + path)
  for (const kind of ['comments', 'views']) await ask(`${url}/api/${kind}`, { json: unknown })
}

type Kind = 'comments' | 'views'

/** Of fewer that were tried, in the short form, by chance none may have been taken. */
const sampleMin = 20

/**
 * What every part under load promises of its writes, once the load has stopped.
 *
 * @param kinds what was written, of each of which something must have been acknowledged
 */
export async function expectNothingLost(
  findings: Findings,
  { ledger, postgres }: { ledger: Ledger; postgres: Pick<ProvedPostgres, 'sql'> },
  { kinds = ['comments', 'views'], ...options }: { kinds?: Kind[]; viewsBefore?: number } = {},
): Promise<void> {
  const audit = await ledger.audit(postgres, options)
  const { unknown, lost, ghosts, doubles, shownOtherwise } = audit
  const acknowledged = audit.comments + audit.views
  findings.expect(acknowledged > 0, 'nothing was acknowledged, so that nothing could be lost')
  for (const kind of kinds) {
    const told = `of ${audit.tried[kind]} ${kind} none was acknowledged, so that none could be lost`
    findings.expect(audit[kind] > 0 || audit.tried[kind] < sampleMin, told)
    findings.measure(`acknowledged ${kind}`, audit[kind], '', 'lower')
  }
  findings.expect(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost`)
  findings.expect(
    ghosts === 0,
    `${ghosts} writes are stored that nobody was told of, beyond ${unknown} unknown ones`,
  )
  findings.expect(doubles === 0, `${doubles} keys are stored twice`)
  findings.expect(
    shownOtherwise === 0,
    `the totals that readers see differ by ${shownOtherwise} from what was counted`,
  )
  findings.count('lost', lost)
  findings.count('ghosts', ghosts)
  findings.count('doubles', doubles)
  findings.measure('unknown', unknown, '')
}
