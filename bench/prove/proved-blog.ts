import { ask } from './ask'
import { Ledger } from './ledger'
import type { Findings } from './part'
import { addPosts, type ProvedPostgres, startPostgres } from './postgres'
import type { Scene } from './scene'
import { type ProvedServer, startServer } from './server'

/** How many readers ask at once, where a part does not say otherwise. */
export const clientsAtOnce = 50

export type ProvedBlog = { postgres: ProvedPostgres; server: ProvedServer; slugs: string[]; ledger: Ledger }

/** A blog with so many posts, and a ledger of what it acknowledges. */
export async function startBlog(scene: Scene, posts = 50, environment: Record<string, string> = {}): Promise<ProvedBlog> {
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
  for (const path of ['/', `/posts/${slug}`, `/api/comments?slug=${slug}`, `/api/views?slug=${slug}`]) await ask(url + path)
  for (const kind of ['comments', 'views']) await ask(`${url}/api/${kind}`, { json: unknown })
}

type Kind = 'comments' | 'views'

/**
 * What every part under load promises of its writes, once the load has stopped.
 *
 * @param kinds of which something must have been acknowledged
 */
export async function expectNothingLost(
  findings: Findings,
  { ledger, postgres }: { ledger: Ledger; postgres: Pick<ProvedPostgres, 'sql'> },
  { kinds = ['comments', 'views'], ...options }: { kinds?: Kind[]; viewsBefore?: number } = {},
): Promise<void> {
  const { comments, views, unknown, lost, ghosts, doubles, shownOtherwise } = await ledger.audit(postgres, options)
  const acknowledged = comments + views
  for (const [kind, count] of Object.entries({ comments, views })) {
    if (!kinds.includes(kind as Kind)) continue
    findings.expect(count > 0, `none of the ${kind} was acknowledged, so that none could be lost`)
    findings.measure(`acknowledged ${kind}`, count, '', 'lower')
  }
  findings.expect(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost`)
  findings.expect(ghosts === 0, `${ghosts} writes are stored that nobody was told of, beyond ${unknown} unknown ones`)
  findings.expect(doubles === 0, `${doubles} keys are stored twice`)
  findings.expect(shownOtherwise === 0, `the totals that readers see differ by ${shownOtherwise} from what was counted`)
  findings.count('lost', lost)
  findings.count('ghosts', ghosts)
  findings.count('doubles', doubles)
  findings.measure('unknown', unknown, '')
}
