import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/test/new-client'
import { Ledger, proverName, readMarks } from '@/tools/prove/load/ledger'
import { sendRequest } from '@/tools/prove/load/send-request'
import { expectNothingLost } from '@/tools/prove/load/test-blog'
import { startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import {
  addSites,
  pagesOfKind,
  type RegisteredSite,
  serveSites,
  smallQuota,
} from '@/tools/prove/sites/registered-sites'
import { type NamedThreads, startSiteLoad } from '@/tools/prove/sites/site-load'
import { clientAddressHeader, kindCount } from '@/tools/prove/sites/site-writes'

const siteCount = 20
/** The number of new pages per network and hour. */
const networkQuota = 10

/** A stored comment or view: its key, and the slug of its thread. */
type StoredWrite = { key: string; thread: string | null }

/** Expects that every write is in the thread that its genuine writer named. */
export function expectRightThreads(
  findings: Findings,
  named: NamedThreads,
  stored: readonly StoredWrite[],
): void {
  const spoofs = [...named.values()].filter((thread) => thread === undefined).length
  const known = stored.filter(({ key }) => named.has(key))
  const spoofed = known.filter(({ key }) => named.get(key) === undefined)
  findings.expect(
    spoofed.length === 0,
    `${spoofed.length} of ${spoofs} spoofed writes are stored, ` +
      `for example in ${spoofed[0]?.thread}`,
  )
  const misplaced = known.filter(({ key, thread }) => (named.get(key) ?? thread) !== thread)
  const [first] = misplaced
  findings.expect(
    misplaced.length === 0,
    `${misplaced.length} of ${known.length} writes are in another thread, ` +
      `for example in ${first?.thread} instead of ${named.get(first?.key ?? '')}`,
  )
}

/** Returns the comments and views of the suite with their threads. */
async function readStored(
  { sql }: Pick<TestPostgres, 'sql'>,
  named: NamedThreads,
): Promise<StoredWrite[]> {
  const comments = await sql<StoredWrite>(
    `SELECT substring(content FROM '\\S+$') AS key, slug AS thread
       FROM comments JOIN threads ON threads.id = post_id WHERE author_name = '${proverName}'`,
  )
  return [...comments, ...(await readMarks(sql, named.keys()))]
}

/** Expects threads only of pages that genuine writers named, each of its own site. */
async function expectRightPages(
  findings: Findings,
  { sql }: Pick<TestPostgres, 'sql'>,
  named: NamedThreads,
): Promise<void> {
  const threads = await sql<{ slug: string; url: string; name: string }>(
    'SELECT slug, url, sites.name FROM threads JOIN sites ON sites.id = site_id',
  )
  const expectedSlugs = new Set(named.values())
  const unexpectedThreads = threads.filter(
    ({ slug, url, name }) =>
      !expectedSlugs.has(slug) || !slug.startsWith(`${name}/`) || url !== `http://${slug}`,
  )
  findings.expect(
    unexpectedThreads.length === 0,
    `${unexpectedThreads.length} threads belong to no page that a genuine writer named, ` +
      `for example ${unexpectedThreads[0]?.slug} of ${unexpectedThreads[0]?.name}`,
  )
  findings.measure('threads', threads.length, '', 'lower')
}

/** Writes to several new pages of a site at once, and returns the status codes. */
function openPages(
  url: string,
  { host, origin }: RegisteredSite,
  count: number,
  headers: Record<string, string> = {},
): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { status } = await sendRequest(`${url}/api/views`, {
        json: { slug: `${host}/fresh-${n}` },
        headers: { ...clientAddressHeader(), ...headers, origin },
      })
      return status
    }),
  )
}

const overQuota = (statuses: number[]) => statuses.filter((status) => status === 429).length

/** Expects that no more pages are opened than the site's quota, regardless of who writes. */
async function expectSiteQuota(
  findings: Findings,
  url: string,
  { sql }: Pick<TestPostgres, 'sql'>,
  site: RegisteredSite,
): Promise<void> {
  const statuses: number[] = []
  // A busy machine cannot check every page in time.
  for (let tries = 0; tries < 3 && overQuota(statuses) === 0; tries++)
    statuses.push(...(await openPages(url, site, smallQuota + 5)))
  const [row] = await sql<{ threads: number }>(
    'SELECT count(*)::integer AS threads FROM threads JOIN sites ON sites.id = site_id ' +
      'WHERE name = $1',
    [site.host],
  )
  findings.expect(
    row?.threads === smallQuota && overQuota(statuses) > 0,
    `a site with a quota of ${smallQuota} pages per day has ${row?.threads} pages: ` +
      statuses.join(', '),
  )
  findings.count('requests', statuses.length)
}

/**
 * Expects that one network may open ten new pages, regardless of the address it claims to forward.
 */
async function expectNetworkQuota(
  findings: Findings,
  url: string,
  site: RegisteredSite,
): Promise<void> {
  const excess = 5
  const statuses = await openPages(url, site, networkQuota + excess, asNewClient())
  findings.expect(
    overQuota(statuses) === excess,
    `${overQuota(statuses)} of ${statuses.length} new pages of one network were refused: ` +
      statuses.join(', '),
  )
  findings.count('requests', statuses.length)
}

export const sites: Part = {
  name: 'sites',
  promise:
    '20 sites, genuine and spoofed writes at once, the server killed (-9) 10 times: every stored ' +
    'comment and view is in the thread that its genuine writer named, no spoofed write is ' +
    'stored, nothing acknowledged is lost, and the quotas of new pages hold',
  summary:
    '20 sites, spoofed writes, 10 kills: every write in its thread, nothing lost, quotas hold',
  async prove(scene) {
    const findings = new Findings()
    const served = await serveSites(scene, siteCount)
    const [first, second] = served
    if (!first || !second) throw new Error('no site was registered')
    const postgres = await startPostgres(scene)
    await addSites(postgres, served)
    const server = await startServer(scene, postgres.url, {
      LINK_PREVIEW_ALLOW_ORIGINS: served.map(({ origin }) => origin).join(','),
    })
    const ledger = new Ledger(scene)
    const load = startSiteLoad(scene, server.url, {
      clients: scene.choose(50, 12),
      sites: served,
      ledger,
    })
    const kills = scene.choose(10, 1)
    for (let kill = 1; kill <= kills; kill++) {
      await setTimeout(scene.choose(5_000, 2_000))
      await server.kill()
      await server.start()
      findings.count('faults')
      scene.log(`killed ${kill} times, ${load.requests()} requests`)
    }
    // Every kind of write to every site, in the full suite on every page.
    await load.stop(siteCount * kindCount * scene.choose(pagesOfKind, 1))
    const unexpected = [...load.unexpected].map(([what, times]) => `${times} × ${what}`)
    findings.expect(unexpected.length === 0, `unexpected responses: ${unexpected.join('; ')}`)
    expectRightThreads(findings, load.named, await readStored(postgres, load.named))
    await expectRightPages(findings, postgres, load.named)
    await expectNothingLost(findings, { ledger, postgres })
    await expectSiteQuota(findings, server.url, postgres, first)
    await expectNetworkQuota(findings, server.url, second)
    findings.count('requests', load.requests())
    findings.count('invalidInputs', load.spoofed())
    return findings
  },
}
