import type { Findings } from '@/tools/prove/part'
import type { Load } from './start-load'

/** The share of responses that may fail while processes are killed and the database fails over. */
const brokenShareMax = 0.02

/** Expects that few responses of a load were broken, and measures them and the latencies. */
export function expectFewBroken(findings: Findings, load: Load): void {
  findings.measure('p50', load.latencies.percentile(0.5), 'ms')
  findings.measure('p99', load.latencies.percentile(0.99), 'ms')
  const broken = [...load.statuses]
    .filter(([status]) => status === 0 || status >= 500)
    .reduce((sum, [, count]) => sum + count, 0)
  const brokenShare = broken / load.requests()
  findings.expectInTime(
    brokenShare <= brokenShareMax,
    `${(100 * brokenShare).toFixed(1)} % of all responses were cut or 5xx`,
  )
  findings.measure('responses cut or 5xx', 100 * brokenShare, '% of all')
  findings.measure('of them 503', load.statuses.get(503) ?? 0, '')
  findings.count('requests', load.requests())
}
