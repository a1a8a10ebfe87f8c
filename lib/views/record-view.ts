import 'server-only'
import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { NotFound } from '@/lib/errors'
import { type DailySalt, saltsAround } from '@/lib/network-hash/daily-salt'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { getBlog } from '@/lib/settings/get-blog'
import { dayOf } from '@/lib/text/day'
import { commitTogether } from './commit-together'
import { type AnonymisedView, countViews, type UncountedReason } from './count-views'
import { findRefusal, type Sender } from './find-refusal'
import { deviceClass, referrerHost } from './view-source'

/** A reported view of a post. */
export type ViewReport = Sender & {
  slug: string
  /** An IPv4 address or an IPv6 /64, as returned by `clientAddress`. */
  client: string
  /** Idempotency key of the request. A retry is the same view, even from another network. */
  key: string | undefined
  /** Referrer as reported by the page. */
  referrer: string
  /** Host on which the reader sees the blog. */
  host: string
  /** True if the browser requests privacy (GPC, DNT): referrer and device are not counted. */
  wantsPrivacy: boolean
}

/** Result of a view: the public number of views, and whether this one was counted. */
type RecordedView =
  | { views: number; counted: true }
  | { views: number; counted: false; reason: UncountedReason }

/** Maximum number of views per commit, which keeps its statement short. */
const viewsPerCommitMax = 256

const count = commitTogether(
  async (views: AnonymisedView[]) => countViews(views, (await getBlog()).timeZone),
  viewsPerCommitMax,
)

/**
 * Records a view of a post. A reader (network and browser) counts once in 24 hours. Resolves after
 * the commit.
 * @throws NotFound for the slug of no public post; DatabaseUnavailable, after which the same key
 * may be sent again
 */
export async function recordView(report: ViewReport): Promise<RecordedView> {
  const { views, reason } = await count(await anonymise(report))
  if (views === null || reason === 'unknown-post') throw new NotFound('post', report.slug)
  return reason === null ? { views, counted: true } : { views, counted: false, reason }
}

/** Includes the host of `SITE_URL`, because a proxy may use another host than the readers. */
const ownHosts = (host: string, site: string) => (site === '' ? [host] : [host, new URL(site).host])

/** Returns what is kept of a view: salted hashes, the referring host and a device class. */
async function anonymise({
  slug,
  client,
  key,
  referrer,
  host,
  wantsPrivacy,
  ...headers
}: ViewReport): Promise<AnonymisedView> {
  const site = env().SITE_URL ?? ''
  const at = new Date()
  const reader = JSON.stringify(['reader', site, client, headers.userAgent])
  const network = JSON.stringify(['network', site, wideNetwork(client)])
  const request = key === undefined ? [] : [JSON.stringify(['request', site, key])]
  // HMAC-SHA-256 truncated to 128 bits, as a UUID without dashes.
  const hashUnder = ({ day, salt }: DailySalt) => ({
    day,
    hashes: [reader, network, ...request].map((text) =>
      createHmac('sha256', salt).update(text).digest('hex').slice(0, 32),
    ),
  })
  const [own, ...others] = await saltsAround(at)
  const recent = others.filter(({ day }) => day >= dayOf(at, -1))
  return {
    // PostgreSQL's JSON rejects unpaired surrogates, which no slug contains.
    slug: slug.toWellFormed(),
    refusal: findRefusal(headers),
    marks: [hashUnder(own), ...recent.map(hashUnder)],
    ...(wantsPrivacy
      ? { referrer: undefined, device: undefined }
      : {
          referrer: referrerHost(referrer, ownHosts(host, site)),
          device: deviceClass(headers.userAgent),
        }),
  }
}
