import type { EditorTexts } from '@/components/editor/texts'
import type { Translate } from '@/lib/i18n/translator'
import { imageLimits } from '@/lib/images/image'

/** Time in milliseconds after which an upload fails, so that it does not block later ones. */
const uploadMsMax = 300_000

const path = '/admin/images/upload'

/** The last upload. Images are uploaded one at a time. */
let last: Promise<unknown> = Promise.resolve()

/** Runs an upload after the earlier ones. `upload` must not throw. */
export function queueUpload(upload: () => Promise<void>): void {
  last = last.then(upload)
}

/** Resolves when no image is being uploaded. */
export const whenUploaded = (): Promise<unknown> => last

type Code = Parameters<Translate<'editor.images.failures'>>[0]

/**
 * Uploads an image through the server, or directly to the object store if it is large and a store
 * is configured. Returns its URL.
 * @throws Error with a message for the user
 */
export async function uploadImage(
  file: File,
  t: EditorTexts,
  cancelled = new AbortController().signal,
): Promise<string> {
  const { throughServerBytesMax, toStoreBytesMax } = imageLimits
  const timeout = AbortSignal.timeout(uploadMsMax)
  const signal = AbortSignal.any([cancelled, timeout])
  const failed = (code: Code, options?: ErrorOptions, bytesMax = 0) =>
    new Error(t(`images.failures.${code}`, { max: bytesMax / 1_048_576 }), options)
  /** Sends a request, and returns the fields of its JSON response. */
  const send = async (method: 'POST' | 'PUT', url: string, body?: File) => {
    const response = await fetch(url, {
      method,
      // The server detects the image type from the bytes.
      ...(body && { body, headers: { 'Content-Type': 'application/octet-stream' } }),
      signal,
    }).catch((cause: unknown) => {
      throw failed(timeout.aborted ? 'timed-out' : 'connection-lost', { cause })
    })
    // An object store responds with XML or an empty body.
    const fields: Record<string, string> = await response.json().catch(() => ({}))
    if (response.ok) return fields
    if (response.status === 401) throw failed('signed-out')
    throw fields.detail === undefined ? failed('other') : new Error(fields.detail)
  }
  /** Throws if a field is missing, for example because a proxy responded. */
  const required = (value: string | undefined) => {
    if (value === undefined) throw failed('other')
    return value
  }
  if (file.size <= throughServerBytesMax) return required((await send('POST', path, file)).url)
  if (file.size > toStoreBytesMax) throw failed('too-large', {}, toStoreBytesMax)
  const { putUrl, id } = await send('POST', `${path}/to-store`).catch((cause: unknown) => {
    throw signal.aborted ? cause : failed('too-large', { cause }, throughServerBytesMax)
  })
  await send('PUT', required(putUrl), file)
  return required((await send('POST', `${path}/to-store/${required(id)}`)).url)
}
