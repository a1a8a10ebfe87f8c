/** The code that runs in the worker thread of page-thread.ts. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { extractInSteps } from '@/lib/link-previews/extract/extract-link-preview'
import type { ThreadMessage, ThreadResponse, ThreadTask } from './page-thread'
import { shareThread } from './share-thread'

// Give requests of readers priority. Only on Linux does this set the priority of the thread;
// elsewhere it would be that of the process.
if (process.platform === 'linux') os.setPriority(10)

/** Aborts the reading of each page in progress. */
const inProgress = new Map<number, AbortController>()

async function read({
  id,
  bytes,
  href,
  contentType,
  fileName,
}: ThreadTask): Promise<ThreadResponse> {
  const giveUp = new AbortController()
  inProgress.set(id, giveUp)
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
    inProgress.delete(id)
  }
}

parentPort?.on('message', (message: ThreadMessage) => {
  if ('unwanted' in message)
    inProgress.get(message.unwanted)?.abort(new Error('nobody waits for it'))
  else void read(message).then((answer) => parentPort?.postMessage(answer))
})
