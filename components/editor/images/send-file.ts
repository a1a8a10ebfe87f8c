/** A failed upload, with a message for the user. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
}

type ResponseText = { status: number; text: string }

/**
 * Sends a file as a request body. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress.
 * @param progress receives the uploaded fraction, from 0 to 1
 * @returns the JSON response, or undefined if there is none
 * @throws UploadFailed; the signal's reason
 */
export async function sendFile(
  method: 'POST' | 'PUT',
  url: string,
  file: File,
  signal: AbortSignal,
  progress?: (share: number) => void,
): Promise<unknown> {
  signal.throwIfAborted()
  return readResponse(
    await new Promise<ResponseText>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      // The server detects the image type from the bytes.
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
      request.onload = () => resolve({ status: request.status, text: request.responseText })
      request.onerror = () => reject(new UploadFailed('The connection is lost.'))
      request.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    }),
  )
}

/** Sends a request about an upload, and parses the response like `sendFile`. */
export async function postToBlog(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new UploadFailed('The connection is lost.', { cause: error })
  })
  return readResponse({ status: response.status, text: await response.text() })
}

function readResponse({ status, text }: ResponseText): unknown {
  const json = parse(text)
  if (status >= 200 && status < 300) return json
  if (status === 401)
    throw new UploadFailed('You are signed out. Sign in in another tab and try again.')
  const detail: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'detail') : undefined
  throw new UploadFailed(typeof detail === 'string' ? detail : 'The image was rejected.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An object store responds with XML or an empty body.
    return undefined
  }
}
