import type { Findings } from '@/tools/prove/part'
import type { DowntimeLog } from './downtime-log'
import { sendRequest } from './send-request'

/** The reads that a client may send in a minute. */
const quota = 60

type Limited = { front: string; slug: string; client: string; downtimes: DowntimeLog }

/**
 * Expects that many concurrent requests of one client, over all processes, are limited as with one
 * process.
 */
export async function expectLimited(
  findings: Findings,
  { front, slug, client, downtimes }: Limited,
): Promise<void> {
  const headers = { 'x-forwarded-for': client }
  const startedAt = performance.now()
  const responses = await Promise.all(
    Array.from({ length: 3 * quota }, () =>
      sendRequest(`${front}/api/comments?slug=${slug}`, { headers }),
    ),
  )
  const count = (expected: number) => responses.filter(({ status }) => status === expected).length
  const allowed = count(200)
  const refused = count(429)
  const strange = responses.filter(
    (response) =>
      ![200, 429, 503].includes(response.status) && !downtimes.explain(response, startedAt),
  )
  findings.expect(
    strange.length === 0,
    'unexpected responses to a client over its limit: ' +
      `${[...new Set(strange.map(({ status }) => status))]}`,
  )
  findings.expect(
    allowed <= quota,
    `a client that may ask ${quota} times a minute was allowed ${allowed} times`,
  )
  findings.expect(
    allowed > 0 && refused > 0,
    `of ${3 * quota} requests of one client ${allowed} were allowed, ${refused} refused`,
  )
  findings.measure(`allowed of ${quota} that a client may ask a minute`, allowed, '')
}
