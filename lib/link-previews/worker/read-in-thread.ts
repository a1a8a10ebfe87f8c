/** The code that runs in the worker thread of page-thread.ts. */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { extractPage } from '@/lib/link-previews/extract/extract-link-preview'
import type { UntrustedPage } from './extract-off-thread'

// Give requests of readers priority. Only on Linux does this set the priority of the thread;
// elsewhere, it would set the priority of the process.
if (process.platform === 'linux') os.setPriority(10)

parentPort?.on('message', ({ bytes, href, contentType, fileName }: UntrustedPage) => {
  parentPort?.postMessage(extractPage(bytes, new URL(href), contentType, fileName))
})
