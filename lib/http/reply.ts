import { createHash } from 'node:crypto'

/** What a handler may say beside the body. */
export type ReplyOptions = {
  headers?: Record<string, string>
  /** Set where shared caches may keep the answer; without it, every use asks again (`no-cache`). */
  cacheControl?: string
  /** Of a body of bytes; any other is JSON. */
  contentType?: string
}

/** An answer of a handler: its body, bytes or what becomes JSON, and what there is to say beside it. Several requests may be given the same one. */
export class Reply {
  readonly body: string | Buffer
  /** A weak validator of the body: the bytes on the wire differ with the encoding (RFC 9110, 8.8.1). */
  readonly etag: string

  constructor(
    body: unknown,
    readonly options: ReplyOptions = {},
  ) {
    this.body = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    this.etag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`
  }
}
