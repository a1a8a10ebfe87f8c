import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextTurn } from '@/lib/concurrency/turn-queue'
import { onFinished } from './on-finished'

/** The number of concurrent requests above which further ones queue. */
const queueAbove = { requests: 64, previews: 16 }
const active = { requests: 0, previews: 0 }

/**
 * Admits requests above a limit one at a time, each in its own turn of the event loop, for two
 * reasons:
 *
 * - libuv accepts one connection per turn. If many requests start in the same turn, it takes tens
 * of milliseconds, and new connections wait for one such turn each. The last of 200 connections
 * waited for ten seconds.
 * - Link previews may be slow, and hundreds may be requested at once. Readers of comments then wait
 * for one of them instead of all.
 *
 * @returns when the request may proceed
 */
export async function admitCrowd(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const kinds: (keyof typeof queueAbove)[] = request.url?.startsWith('/api/og-')
    ? ['requests', 'previews']
    : ['requests']
  for (const kind of kinds) active[kind]++
  onFinished(request, response, () => {
    for (const kind of kinds) active[kind]--
  })
  if (kinds.some((kind) => active[kind] > queueAbove[kind])) await nextTurn()
}
