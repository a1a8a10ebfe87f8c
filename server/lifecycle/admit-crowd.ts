import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextTurn } from '@/lib/concurrency/turn-queue'
import { onFinished } from './on-finished'

/** What may be under way at once before the next is made to queue. */
const freely = { requests: 64, previews: 16 }
const underWay = { requests: 0, previews: 0 }

/**
 * Lets a crowd in one by one, each in a turn of the event loop of its own. Two things want that:
 *
 * - libuv takes one new connection a turn. Where all that were asked for in one moment begin in the same turn, it is tens of
 *   milliseconds long, and each reader who connects meanwhile waits for as many turns as have connected before him: the last
 *   of 200 was heard after ten seconds, and answered at once.
 * - Each link whose preview is asked for may be slow, and hundreds may be asked for: who reads comments meanwhile waits
 *   behind one of them and not behind all.
 *
 * @returns when the request may go on
 */
export async function admitCrowd(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const kinds: (keyof typeof freely)[] = request.url?.startsWith('/api/og-')
    ? ['requests', 'previews']
    : ['requests']
  for (const kind of kinds) underWay[kind]++
  onFinished(request, response, () => {
    for (const kind of kinds) underWay[kind]--
  })
  if (kinds.some((kind) => underWay[kind] > freely[kind])) await nextTurn()
}
