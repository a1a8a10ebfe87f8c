/** What the thread of page-thread.ts does. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { extractInSteps } from '@/lib/link-previews/extract/extract-link-preview'
import type { ThreadAnswer, ThreadMessage, ThreadTask } from './page-thread'
import { shareThread } from './share-thread'

// After those who read the blog. On Linux a priority is a thread's own; elsewhere it would be the server's.
if (process.platform === 'linux') os.setPriority(10)

/** What gives up each of the pages that it has. */
const underway = new Map<number, AbortController>()

async function read({ id, bytes, href, contentType, fileName }: ThreadTask): Promise<ThreadAnswer> {
  const giveUp = new AbortController()
  underway.set(id, giveUp)
  try {
    return {
      id,
      extraction: await shareThread(
        extractInSteps(bytes, new URL(href), contentType, fileName),
        giveUp.signal,
      ),
    }
  } catch (error) {
    return { id, error }
  } finally {
    underway.delete(id)
  }
}

parentPort?.on('message', (message: ThreadMessage) => {
  if ('unwanted' in message) underway.get(message.unwanted)?.abort(new Error('nobody waits for it'))
  else void read(message).then((answer) => parentPort?.postMessage(answer))
})
