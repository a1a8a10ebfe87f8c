/** What a handler may say beside the body. */
export type ReplyOptions = {
  headers?: Record<string, string>
  /** Set where shared caches may keep the answer; without it, every use asks again (`no-cache`). */
  cacheControl?: string
}

/** An answer with more to it than its JSON body. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly options: ReplyOptions = {},
  ) {}
}
