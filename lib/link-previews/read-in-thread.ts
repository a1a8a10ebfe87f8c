/** What the thread of page-thread.ts does. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { extractInSteps } from './extract-link-preview'
import type { ThreadAnswer, ThreadTask } from './page-thread'
import { shareThread } from './share-thread'

// After those who read the blog. On Linux a priority is a thread's own; elsewhere it would be the server's.
if (process.platform === 'linux') os.setPriority(10)

async function read({ id, bytes, href, contentType }: ThreadTask): Promise<ThreadAnswer> {
  try {
    return { id, extraction: await shareThread(extractInSteps(bytes, new URL(href), contentType)) }
  } catch (error) {
    return { id, error }
  }
}

parentPort?.on('message', (page: ThreadTask) => {
  void read(page).then((answer) => parentPort?.postMessage(answer))
})
