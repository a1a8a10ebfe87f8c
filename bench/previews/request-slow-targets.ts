/**
 * Requests previews of hundreds of slow targets from a server at once. Runs in a separate process,
 * so that the cost of the requests does not slow the server. Half of the targets respond slowly;
 * for the other half, DNS does not respond. `bench/previews/link-previews.ts` starts this process,
 * receives the addresses of the targets, and sends the URL of the server for each round.
 */
import os from 'node:os'
import { serveNames } from '@/test/link-previews/serve-names'
import { servePages } from '@/test/link-previews/serve-pages'

const slowMs = 10_000

/** Lowers the priority: real clients and targets would run on other machines. */
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

async function requestPreviews({
  server,
  round,
}: {
  server: string
  round: number
}): Promise<string[]> {
  const responses = [...hosts, ...unfound].map(async (origin, n) => {
    const address = `${server}/api/og-metadata?url=${encodeURIComponent(`${origin}/${round}`)}`
    const response = await fetch(address, {
      headers: { 'x-forwarded-for': `11.${round}.${n >> 8}.${n & 255}` },
    })
    const { code }: { code: string } = await response.json()
    return code
  })
  return [...new Set(await Promise.all(responses))]
}

process.on('message', (message: { server: string; round: number }) => {
  void requestPreviews(message).then((codes) => process.send?.({ codes }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ hosts, nameServer: names.address })
