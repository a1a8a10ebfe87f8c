import { setTimeout } from 'node:timers/promises'
import { Latencies } from '@/tools/prove/load/latencies'
import { Ledger } from '@/tools/prove/load/ledger'
import { sendSlowly, slowRequests } from '@/tools/prove/load/slow-socket'
import { startLoad } from '@/tools/prove/load/start-load'
import { addPosts, startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const cutWithinMs = 30_000

/** @param livedMs the lifetime of each closed connection, in milliseconds */
export function expectCut(findings: Findings, what: string, livedMs: number[]): void {
  findings.expect(livedMs.length > 0, `no connection with slow ${what} was closed`)
}

export const slowSockets: Part = {
  name: 'slow-sockets',
  promise:
    'with 500 connections that send one byte per second, p99 of other requests is at most twice ' +
    'that before and after, and all slow connections are closed within 30 s',
  summary: '500 slow connections: p99 of other requests at most doubles, all closed within 30 s',
  async prove(scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const slugs = await addPosts(postgres, 5)
    const server = await startServer(scene, postgres.url)
    const measure = async (name: string, lasts: Promise<unknown>) => {
      const load = startLoad(scene, server.url, {
        clients: 4,
        slugs,
        ledger: new Ledger(scene, name),
        mix: { views: 0, comments: 0 },
      })
      await lasts
      await load.stop()
      const faults = [...load.statuses].filter(([status]) => status !== 200)
      findings.expect(
        faults.length === 0,
        `${name}: failed responses to other clients: ${JSON.stringify(faults)}`,
      )
      findings.count('requests', load.requests())
      return load.latencies
    }
    const measureIdle = (name: string) => measure(name, setTimeout(scene.choose(30_000, 750)))
    // Warms up the server, because the first request loads code.
    await measure('warm', setTimeout(scene.choose(5_000, 500)))
    const before = await measureIdle('before')
    scene.log('opening the slow connections')
    const sockets = scene.choose(500, 120)
    const slow = openAll(scene, Number(new URL(server.url).port), sockets)
    // Counts once all are open. Each closed connection is replaced by another.
    const openAtOnce: number[] = []
    const counting = setInterval(() => openAtOnce.push(slow.open.size), 1_000)
    scene.onEnd(() => clearInterval(counting))
    const loaded = await measure(
      'with slow connections',
      scene.size === 'full' ? setTimeout(120_000) : waitForHeaderTimeout(slow),
    )
    clearInterval(counting)
    slow.reopen = false
    scene.log(`${[...slow.lived.values()].flat().length} were closed; no more are opened`)
    if (scene.size === 'full') await setTimeout(cutWithinMs + 2_000)
    const stillOpen = slow.open.size
    for (const end of slow.open) end()
    // Measures the idle times again: memory grows in the first minute, and the speed of a shared
    // machine varies.
    const after = await measureIdle('after')
    const idle = Latencies.of(before, after).percentile(0.99)
    const loadedP99 = loaded.percentile(0.99)
    findings.expectInTime(
      loadedP99 <= 2 * idle,
      `p99 of other clients was ${loadedP99.toFixed(1)} ms, but ` +
        `${idle.toFixed(1)} ms without slow connections`,
    )
    // The worst values may come from different runs.
    findings.measure('p99 relative to idle', loadedP99 / idle, '×')
    findings.measure('p99 with slow connections', loadedP99, 'ms')
    findings.measure('p99 without slow connections', idle, 'ms', 'lower')
    for (const { name } of slowRequests) {
      const lived = slow.lived.get(name) ?? []
      // Requests with a timeout of half a minute are still open at the end of the short form.
      if (scene.size === 'full' || ofHeaders.includes(name)) {
        expectCut(findings, name, lived)
      }
      findings.expectInTime(
        Math.max(0, ...lived) <= cutWithinMs,
        `a connection with slow ${name} was closed only after ` +
          `${(Math.max(...lived) / 1_000).toFixed(1)} s`,
      )
    }
    const least = Math.min(...openAtOnce.slice(2))
    findings.expect(
      least >= 0.9 * sockets,
      `only ${least} of ${sockets} slow connections were open at once`,
    )
    findings.expect(
      stillOpen === 0 || scene.size === 'short',
      `${stillOpen} slow connections were never closed`,
    )
    const all = [...slow.lived.values()].flat()
    findings.measure('closed after', Math.max(...all) / 1_000, 's')
    findings.count('invalidInputs', all.length)
    return findings
  },
}

const ofHeaders = ['request line', 'headers']

/** Resolves when one connection of each kind was closed, or the time limit has passed. */
async function waitForHeaderTimeout({ lived }: Slow): Promise<void> {
  const end = performance.now() + cutWithinMs
  while (performance.now() < end && ofHeaders.some((name) => lived.get(name)?.length === 0))
    await setTimeout(100)
}

type Slow = { reopen: boolean; lived: Map<string, number[]>; open: Set<() => void> }

/** Opens the connections over one second, and replaces each that is closed. */
function openAll(scene: Scene, port: number, count: number): Slow {
  const slow: Slow = {
    reopen: true,
    lived: new Map(slowRequests.map(({ name }) => [name, []])),
    open: new Set(),
  }
  const open = (place: number) => {
    const request = slowRequests[place % slowRequests.length]
    if (!request || !slow.reopen) return
    const end = sendSlowly(port, request, (livedMs) => {
      slow.lived.get(request.name)?.push(livedMs)
      slow.open.delete(end)
      open(place)
    })
    slow.open.add(end)
  }
  for (let place = 0; place < count; place++)
    globalThis.setTimeout(open, (1_000 * place) / count, place)
  scene.onEnd(() => {
    slow.reopen = false
    for (const end of slow.open) end()
  })
  return slow
}
