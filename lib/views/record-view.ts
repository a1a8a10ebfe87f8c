import 'server-only'
import { env } from '@/lib/env'
import { NotFound } from '@/lib/errors'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { getBlog } from '@/lib/settings/get-blog'
import { truncate } from '@/lib/text/truncate'
import { commitTogether } from './commit-together'
import { countViews, type MarkedLook } from './count-views'
import { hashUnderSalts } from './hash-under-salts'
import { judgeView, type Sender } from './judge-view'
import type { RecordedView } from './view'
import { deviceClass, referrerHost } from './view-source'

/** Somebody says that a post was looked at. */
export type Look = Sender & {
  slug: string
  /** An address, or the /64 of one, as `clientAddress` says. */
  client: string
  /** The request's idempotency key: a retry of it is the same look, over whichever network it comes. */
  key: string | undefined
  /** Where the reader came from, as the page reports it. */
  referrer: string
  /** The host the reader reads on. */
  host: string
  /** Asked for privacy (Global Privacy Control, Do Not Track): counted, and nothing beside. */
  wantsPrivacy: boolean
}

/** Of a commit: its statement stays short, so that nobody behind it waits for long. */
const looksPerCommitMax = 256

const count = commitTogether(
  async (looks: MarkedLook[]) => countViews(looks, (await getBlog()).timeZone),
  looksPerCommitMax,
)

/**
 * Records that a post was looked at: counted once a reader (a network and a browser) in 24 hours. Answered when it is
 * committed.
 * @throws NotFound for a slug that no public post has; DatabaseUnavailable, after which the same key may be sent again
 */
export async function recordView(look: Look): Promise<RecordedView> {
  const { views, reason } = await count(await withoutNames(look))
  if (views === null || reason === 'unknown-post') throw new NotFound('post', look.slug)
  return reason === null ? { views, counted: true } : { views, counted: false, reason }
}

/** Patterns are looked for in no more of a user agent than real ones have: what some of them take grows with its square. */
const userAgentLengthMax = 1_000

/** A proxy may ask for the blog by another host than its readers do. */
const ownHosts = (host: string, site: string) => (site === '' ? [host] : [host, new URL(site).host])

/** What is kept of a look: marks that lead nowhere once their salt is gone, a host, a class of device. */
async function withoutNames({
  slug,
  client,
  key,
  referrer,
  host,
  wantsPrivacy,
  ...said
}: Look): Promise<MarkedLook> {
  const site = env().SITE_URL ?? ''
  const sender = { ...said, userAgent: truncate(said.userAgent, userAgentLengthMax) }
  const reader = JSON.stringify(['reader', site, client, sender.userAgent])
  const network = JSON.stringify(['network', site, wideNetwork(client)])
  const request = key === undefined ? [] : [JSON.stringify(['request', site, key])]
  return {
    // PostgreSQL's JSON takes no half of a character; no post is called that.
    slug: slug.toWellFormed(),
    refusal: judgeView(sender),
    marks: await hashUnderSalts([reader, network, ...request]),
    ...(wantsPrivacy
      ? { referrer: undefined, device: undefined }
      : {
          referrer: referrerHost(referrer, ownHosts(host, site)),
          device: deviceClass(sender.userAgent),
        }),
  }
}
