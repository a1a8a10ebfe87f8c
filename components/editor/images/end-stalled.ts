import { browserClock, type Clock } from '@/components/editor/saving/clock'
import { UploadFailed } from './send-file'
import type { UploadImage } from './upload-image'

/** How long nothing may be heard of an upload, in milliseconds: its parts go out in less, and a picture is made smaller in less. */
const silenceMsMax = 30_000

/**
 * @returns the same upload, ended when nothing is heard of it any more: a browser waits for an answer without an end, and the pictures
 *   behind it with it. It throws UploadFailed then, as after any failure.
 */
export function endStalled(upload: UploadImage, clock: Clock = browserClock): UploadImage {
  return async (file, signal, progress) => {
    signal.throwIfAborted()
    const ending = new AbortController()
    signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
    const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', () => reject(ending.signal.reason)))
    let cancel = () => {}
    const heard = () => {
      cancel()
      cancel = clock.after(silenceMsMax, () => ending.abort(new UploadFailed('The connection has stalled.')))
    }
    heard()
    const sent = upload(file, ending.signal, (share) => {
      heard()
      progress?.(share)
    })
    return Promise.race([sent, ended]).finally(() => cancel())
  }
}
