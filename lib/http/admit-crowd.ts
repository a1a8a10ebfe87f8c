import type { IncomingMessage, ServerResponse } from 'node:http'
import { oneATurn } from '@/lib/one-a-turn'

/** What may be asked for at once before a crowd is made to queue. */
const freely = 16

let inProgress = 0

/**
 * Each link whose preview is asked for may be slow, and hundreds may be asked for in one moment: beyond a few they are
 * let in one a turn of the event loop, so that who reads comments meanwhile waits behind one of them and not behind all.
 * @returns when the request may go on
 */
export async function admitCrowd(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/api/og-')) return
  inProgress++
  response.once('close', () => inProgress--)
  if (inProgress > freely) await oneATurn()
}
