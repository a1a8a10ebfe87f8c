import { setTimeout } from 'node:timers/promises'
import { expectRecovery, maxWaitMs } from '@/tools/prove/load/expect-recovery'
import { Ledger } from '@/tools/prove/load/ledger'
import { type LoadResponse, startLoad } from '@/tools/prove/load/start-load'
import { expectNothingLost, warmUp } from '@/tools/prove/load/test-blog'
import { addPosts, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { mountSmallDisk, type SmallDisk } from '@/tools/prove/machines/small-disk'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const responseLimitMs = 3_500
const backWithinMs = 10_000

export const diskFull: Part = {
  name: 'disk-full',
  promise:
    'PostgreSQL’s disk fills up under load: 503 and nothing lost; the blog recovers on its own ' +
    'within 10 s of space becoming available, or of PostgreSQL’s restart if it exited',
  summary: 'PostgreSQL’s disk fills up: 503, nothing lost, automatic recovery within 10 s',
  async prove(scene) {
    const findings = new Findings()
    const disk = mountSmallDisk(scene, 160)
    if (!disk) {
      findings.skip('mounting a small file system requires root')
      return findings
    }
    // Limits the WAL to a few files, because it fills a disk between two checkpoints.
    const settings = { max_wal_size: '48MB', min_wal_size: '32MB', max_connections: '50' }
    const postgres = await startPostgres(scene, settings, disk.directory)
    const slugs = await addPosts(postgres, 20)
    const server = await startServer(scene, postgres.url)
    await warmUp(server.url, slugs)
    const ledger = new Ledger(scene)
    const responses: LoadResponse[] = []
    const load = startLoad(scene, server.url, {
      clients: 20,
      slugs,
      ledger,
      mix: { views: 20, comments: 30 },
      retry: { times: 2, afterMs: 200 },
      onResponse: (response) => void responses.push({ ...response, text: '' }),
    })
    await setTimeout(1_000)
    for (let time = 1; time <= scene.choose(3, 1); time++)
      await fillOnce(scene, findings, { disk, postgres, responses, time })
    await load.stop()
    const unexpected = [...load.statuses].filter(([status]) => ![200, 201, 503].includes(status))
    findings.expect(
      unexpected.length === 0,
      'unexpected response statuses: ' +
        unexpected.map(([status, count]) => `${status} (${count})`).join(', '),
    )
    const longestMs = load.latencies.percentile(1)
    findings.expectInTime(
      longestMs <= responseLimitMs,
      `a response took ${longestMs.toFixed(0)} ms`,
    )
    findings.measure('longest response', longestMs, 'ms')
    findings.count('requests', load.requests())
    await expectNothingLost(findings, { ledger, postgres })
    return findings
  },
}

type Filled = { disk: SmallDisk; postgres: TestPostgres; responses: LoadResponse[]; time: number }

async function fillOnce(
  scene: Scene,
  findings: Findings,
  { disk, postgres, responses, time }: Filled,
): Promise<void> {
  const isWrite = ({ kind }: LoadResponse) => kind !== 'read'
  const startedAt = performance.now()
  disk.fill()
  // PostgreSQL continues as long as its existing files have space.
  const refused = () =>
    responses.filter(
      (response) => response.at > startedAt && isWrite(response) && response.status === 503,
    ).length
  const end = startedAt + scene.choose(120_000, 20_000)
  while (refused() === 0 && performance.now() < end) {
    await setTimeout(100)
    disk.fill()
  }
  findings.expect(
    refused() > 0,
    `${time}: the disk was full for ` +
      `${((end - startedAt) / 1_000).toFixed(0)} s, but no write was refused`,
  )
  const fullAt = performance.now()
  await setTimeout(scene.choose(10_000, 1_000))
  const reads = responses.filter((response) => response.at > fullAt && !isWrite(response))
  const served = reads.filter(({ status }) => status === 200).length
  disk.makeRoom()
  const spaceAt = performance.now()
  findings.count('faults')
  const wasEnded = postgres.hasEnded()
  // PostgreSQL may exit if it has no space for its WAL. A service manager or a hosting provider
  // restarts it.
  if (wasEnded) await postgres.start()
  const readyAt = performance.now()
  const back = () =>
    responses.find(
      (response) =>
        response.at - response.tookMs > readyAt && isWrite(response) && response.status === 201,
    )
  while (!back() && performance.now() < readyAt + maxWaitMs) await setTimeout(20)
  const backMs = (back()?.at ?? Number.POSITIVE_INFINITY) - readyAt
  expectRecovery(findings, `${time}: after space became available`, backMs, backWithinMs)
  scene.log(
    `${time}: first 503 after ${(fullAt - startedAt).toFixed(0)} ms, ${served} of ` +
      `${reads.length} reads succeeded in that time, recovered after ` +
      `${(backMs + readyAt - spaceAt).toFixed(0)} ` +
      `ms${wasEnded ? ', PostgreSQL had exited and was restarted' : ''}`,
  )
  findings.measure('recovery', backMs, 'ms')
  findings.measure('PostgreSQL restarts', Number(wasEnded), '')
  findings.expectInTime(reads.length > 0, `${time}: no read succeeded while the disk was full`)
  if (reads.length > 0)
    findings.measure(
      'successful reads while the disk was full',
      (100 * served) / reads.length,
      '%',
      'lower',
    )
}
