/**
 * Asks a server for hundreds of slow targets at once, in a process of its own: what the asking costs must not be taken
 * for what the server is slowed by. Half of the targets are slow to answer; of the others the very name is. Run by
 * bench/link-previews.ts, which is told where they are, and says when and whom to ask.
 */
import os from 'node:os'
import { serveNames } from '@/test/link-previews/serve-names'
import { servePages } from '@/test/link-previews/serve-pages'

const slowMs = 10_000

/** Those who ask, and the targets, are elsewhere in the world: they get what the server leaves of this machine. */
os.setPriority(10)

const count = Number(process.argv[2])
const target = await servePages((_, response) => {
  const timer = setTimeout(() => response.end('<title>late</title>'), slowMs)
  response.on('close', () => clearTimeout(timer))
}, '0.0.0.0')
const names = await serveNames(() => 'silence')
const hosts = Array.from(
  { length: count / 2 },
  (_, n) => `http://127.1.${n >> 8}.${n & 255}:${target.port}`,
)
const unfound = Array.from({ length: count / 2 }, (_, n) => `http://slow-${n}.afterword-bench.org`)

async function ask({ server, round }: { server: string; round: number }): Promise<string[]> {
  const answers = [...hosts, ...unfound].map(async (origin, n) => {
    const address = `${server}/api/og-metadata?url=${encodeURIComponent(`${origin}/${round}`)}`
    const response = await fetch(address, {
      headers: { 'x-forwarded-for': `11.${round}.${n >> 8}.${n & 255}` },
    })
    const { code }: { code: string } = await response.json()
    return code
  })
  return [...new Set(await Promise.all(answers))]
}

process.on('message', (message: { server: string; round: number }) => {
  void ask(message).then((codes) => process.send?.({ codes }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ hosts, nameServer: names.address })
