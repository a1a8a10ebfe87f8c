import { createHash } from 'node:crypto'

/** Options of a response besides its body. */
export type ReplyOptions = {
  headers?: Record<string, string>
  /** Set if shared caches may store the response. Defaults to `no-cache`. */
  cacheControl?: string
  /** The type of a binary body; other bodies are JSON. */
  contentType?: string
}

/**
 * The result of a handler: a body (bytes, or a value to send as JSON) and options. Concurrent
 * requests may share it.
 */
export class Reply {
  readonly body: string | Buffer
  /** A weak validator, since the bytes depend on the content encoding (RFC 9110, 8.8.1). */
  readonly etag: string

  constructor(
    body: unknown,
    readonly options: ReplyOptions = {},
  ) {
    this.body = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    this.etag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`
  }
}
