/** A picture that did not get through; its message is for who writes. */
export class UploadFailed extends Error {
  override name = 'UploadFailed'
}

type Answer = { status: number; text: string }

/**
 * Sends a file as the body of a request. By XMLHttpRequest: `fetch` does not tell how much has gone.
 *
 * @param progress is told which share of it has gone, from 0 to 1
 * @returns what the server said, as JSON; undefined where it said nothing
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
  return readAnswer(
    await new Promise<Answer>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      // What kind of picture it is, the server reads from its bytes.
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

/** Asks the blog something about an upload, and reads its answer alike. */
export async function askBlog(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new UploadFailed('The connection is lost.', { cause: error })
  })
  return readAnswer({ status: response.status, text: await response.text() })
}

function readAnswer({ status, text }: Answer): unknown {
  const json = parse(text)
  if (status >= 200 && status < 300) return json
  if (status === 401)
    throw new UploadFailed('You are signed out: sign in in another tab, and retry.')
  const detail: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'detail') : undefined
  throw new UploadFailed(typeof detail === 'string' ? detail : 'It was not taken.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A store answers in XML, or not at all.
    return undefined
  }
}
