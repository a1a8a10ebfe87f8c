/**
 * A client of Afterword's API: one file that uses only `fetch` and has no imports. Copy it into a
 * static site, a worker or a script. A slug names a post of the blog (`hello`), or a page of
 * another site (`www.example.org/2024/hello`).
 *
 *     const blog = createClient('https://blog.example.org')
 *     const { comments, count } = await blog.getThread('www.example.org/2024/hello')
 *     const { views } = await blog.recordView('hello')
 */

/** A published comment. A deleted comment with replies has neither author nor content. */
export type Comment = {
  id: number
  post_slug: string
  /** The author's Markdown, never HTML. Show it as text, or sanitise the rendered HTML. */
  content: string
  author_name: string
  /** ISO 8601, UTC. */
  created_at: string
  replies: Comment[]
}

export type CommentPage = { comments: Comment[]; count: number }

/** A comment as an embed shows it, in a flat list in display order. */
export type ThreadComment = {
  id: number
  /** The comment it is shown under; null at the top level. */
  parent_id: number | null
  /** The comment that it replies to. */
  reply_to: number | null
  /** Sanitised HTML with absolute URLs; empty if the comment was deleted. */
  html: string
  author_name: string
  badge: 'author' | 'moderator' | 'verified' | null
  /** ISO 8601, UTC, like `edited_at`. */
  created_at: string
  edited_at: string | null
  pinned: boolean
  deleted: boolean
  /** 1 at the top level. */
  depth: number
  likes: number
}

/** A page of a thread. `count` is the number of all its comments. */
export type Thread = {
  slug: string
  title: string
  url: string
  /** True if comments can be added. */
  open: boolean
  /** BCP 47 tag. */
  language: string
  count: number
  /** Likes of the post or page; 0 while likes are switched off, as are those of comments. */
  likes: number
  /** True if readers can like the page and its comments. */
  reactions: boolean
  next_cursor: string | null
  comments: ThreadComment[]
}

/** The published comments, including replies, and the views of a post or page. */
export type Counts = { slug: string; comments: number; views: number }

/** Optional data about a page of another site. */
export type Page = {
  title?: string
  /** The URL of the page, unless it is `https://` followed by the slug. */
  url?: string
}

export type NewComment = Page & {
  slug: string
  content: string
  author_name: string
  parent_id?: number
  author_email?: string
}

/**
 * `edit_token` allows changes for 15 minutes, and deletion. The response to a retry may lack it.
 */
export type AddedComment = Comment & { status: 'published' | 'pending'; edit_token?: string }

export type RecordedView =
  | { views: number; counted: true }
  | { views: number; counted: false; reason: string }

/** The metadata of a page. All URLs are absolute; `description` and `image` may be empty. */
export type LinkPreview = {
  title: string
  description: string
  image: string
  siteName: string
  url: string
  favicon: string
}

/** A part of a text, never HTML; marked if it matches the search. */
export type ExcerptPart = { text: string; is_marked: boolean }

/** A post in the search results; `published_at` is ISO 8601, UTC. */
export type SearchHit = {
  slug: string
  title: ExcerptPart[]
  excerpt: ExcerptPart[]
  tags: string[]
  published_at: string
}

export type SearchPage = {
  /** At most 20 of `count`. */
  hits: SearchHit[]
  count: number
  /** Only the newest posts were counted and ranked. */
  has_older: boolean
  /** Words that replaced search words that no post contains. */
  similar_words: string[]
}

/** Problem details (RFC 9457), with the service's own `code`. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  errors?: { field: string; message: string }[]
  /** Identifies the request in the server's log. */
  requestId?: string
}

/** Thrown for every error response. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  constructor(
    readonly problem: Problem,
    /** Seconds to wait before a retry, if the service specifies them. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${problem.title}: ${problem.detail}`)
  }
}

export type ClientOptions = {
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
  /** Number of retries if the service is unavailable (503, or no response). Default 2. */
  retries?: number
  /**
   * The longest wait before a retry, in seconds; if the service requires a longer one, there is no
   * retry. Default 5 in a browser, where someone waits, and 90 elsewhere. Most rate limits are per
   * minute.
   */
  retryAfterMax?: number
  /** The key of your site, to write from its server. Never use it in a browser. */
  siteKey?: string
}

type CallOptions = { signal?: AbortSignal | undefined }
type IdempotentOptions = CallOptions & {
  /** Lets the service recognise a retry: 16 to 200 visible ASCII characters. Default: a UUID. */
  idempotencyKey?: string | undefined
}
type ReaderOptions = IdempotentOptions & {
  /** The reader's IP address, if `siteKey` is set. Limits and screening apply to it. */
  clientAddress?: string | undefined
}
type Query = Record<string, string | number | string[] | undefined>
type Write = ReaderOptions & { json?: unknown; editToken?: string }
type CountCall = {
  slug: string
  resolve: (counts: Counts) => void
  reject: (reason: unknown) => void
}

/** Maximum number of concurrent reads. The others wait, for example for a rate limit. */
const readsMax = 8
/** Maximum number of retries after a 429. Other processes may share the limit. */
const limitedRetries = 10
/** Maximum numbers of slugs and characters in a request for counts. Some proxies allow 8 kB. */
const slugsMax = 100
const slugCharactersMax = 6_000

/**
 * Creates a client.
 * @param origin the blog's address, such as `https://blog.example.org`
 */
export function createClient(origin: string, options: ClientOptions = {}) {
  const { retries = 2, siteKey } = options
  const retryAfterMax = options.retryAfterMax ?? (typeof document === 'undefined' ? 90 : 5)
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const inQueue = limitConcurrency(readsMax)
  const getCounts = batchCounts(async (slugs) => {
    const body: { counts: Counts[] } = await (await read('/api/counts', { slug: slugs })).json()
    return body.counts
  })

  /** Sends a request with retries. Every call is safe to repeat. */
  async function call(url: URL, init: RequestInit): Promise<Response> {
    const attempts = { failed: 0, limited: 0 }
    const mayRetry = (error: unknown) =>
      isLimited(error) ? attempts.limited++ < limitedRetries : attempts.failed++ < retries
    for (;;) {
      try {
        const response = await send(url, init)
        if (response.ok) return response
        throw await toProblem(response)
      } catch (error) {
        const seconds = retryPause(error, Math.min(retryAfterMax, 2 ** attempts.failed / 2))
        if (init.signal?.aborted || seconds > retryAfterMax || !mayRetry(error)) throw error
        await pause(seconds, init.signal)
      }
    }
  }

  function read(path: string, query: Query, signal?: AbortSignal): Promise<Response> {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query))
      for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
    return inQueue(() => call(url, { signal: signal ?? null }))
  }

  async function write(method: string, path: string, { json, ...rest }: Write) {
    const token = rest.editToken ?? siteKey
    const response = await call(new URL(path, origin), {
      method,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(rest.idempotencyKey && { 'Idempotency-Key': rest.idempotencyKey }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(rest.clientAddress && { 'Afterword-Client-Address': rest.clientAddress }),
      },
      body: json === undefined ? null : JSON.stringify(json),
      signal: rest.signal ?? null,
    })
    return response.json()
  }

  return {
    /** Returns a page of a thread in display order, with everything that an embed shows. */
    async getThread(
      slug: string,
      { signal, ...part }: CallOptions & { limit?: number; cursor?: string | undefined } = {},
    ): Promise<Thread> {
      return (await read('/api/threads', { slug, ...part }, signal)).json()
    },

    /** Returns the comment and view counts of a post or page. Concurrent calls share requests. */
    getCounts,

    /** Returns a page of threads, oldest first, and the cursor of the `next` page, if any. */
    async getComments(
      slug: string,
      { signal, ...part }: CallOptions & { limit?: number; cursor?: string | undefined } = {},
    ) {
      const response = await read('/api/comments', { slug, ...part }, signal)
      const page: CommentPage = await response.json()
      return { ...page, next: nextCursor(response.headers.get('Link')) }
    },

    /** Yields all pages in order. */
    async *commentPages(
      slug: string,
      pageOptions: CallOptions & { limit?: number } = {},
    ): AsyncGenerator<CommentPage> {
      let cursor: string | undefined
      do {
        const { next, ...page } = await this.getComments(slug, { ...pageOptions, cursor })
        yield page
        cursor = next
      } while (cursor !== undefined)
    },

    /**
     * Adds a comment.
     * @throws ProblemError `invalid-parameters`, `not-found`, `comments-closed`, `thread-full`,
     * `too-many-requests`, `cross-site`; for a page of another site also `site-unknown`,
     * `page-not-found`, `page-quota`
     */
    addComment(comment: NewComment, options: ReaderOptions = {}): Promise<AddedComment> {
      return write('POST', '/api/comments', { idempotencyKey: newKey(), ...options, json: comment })
    },

    /**
     * Changes a comment within 15 minutes.
     * @throws ProblemError `unauthorized`, `edit-window-closed`, `not-found`
     */
    editComment(id: number, editToken: string, content: string): Promise<Comment> {
      return write('PATCH', `/api/comments/${id}`, { editToken, json: { content } })
    },

    /** @throws ProblemError `unauthorized`, `not-found` */
    deleteComment(id: number, editToken: string): Promise<Comment> {
      return write('DELETE', `/api/comments/${id}`, { editToken })
    },

    /** Returns the number of views without counting one. */
    async getViews(slug: string, { signal }: CallOptions = {}): Promise<number> {
      return (await (await read('/api/views', { slug }, signal)).json()).views
    },

    /**
     * Records a view. Call it once a reader has seen the post or page.
     * @throws ProblemError `not-found`, `too-many-requests`, `cross-site`; for a page of another
     * site also `site-unknown`, `page-not-found`, `page-quota`
     */
    recordView(
      slug: string,
      { title, url, ...options }: ReaderOptions & Page = {},
    ): Promise<RecordedView> {
      const json = { slug, title, url }
      return write('POST', '/api/views', { idempotencyKey: newKey(), ...options, json })
    },

    /**
     * Searches posts and returns the best hits first. Supports words, `"phrases"`, `-exclusion` and
     * `OR`; the last word may be incomplete.
     * @param page 1 to 10
     * @throws ProblemError `invalid-parameters` if there is no word to search for,
     * `too-many-requests`
     */
    async search(
      query: string,
      { page = 1, signal }: CallOptions & { page?: number } = {},
    ): Promise<SearchPage> {
      return (await read('/api/search', { q: query, page }, signal)).json()
    },

    /**
     * Returns the preview of a page.
     * @throws ProblemError `invalid-url`, `target-unreachable`, `target-refused`, `target-too-slow`
     */
    async getLinkPreview(url: string, { signal }: CallOptions = {}): Promise<LinkPreview> {
      return (await read('/api/og-metadata', { url }, signal)).json()
    },
  }
}

export type Client = ReturnType<typeof createClient>

/** Converts any error response to a problem, even a proxy's error page. */
async function toProblem(response: Response): Promise<ProblemError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
  const other: Problem = {
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    detail: `The server responded with status ${response.status}.`,
    code: 'unknown',
  }
  const problem: Problem = isProblem ? await response.json() : other
  return new ProblemError(problem, Number.isFinite(retryAfter) ? retryAfter : undefined)
}

/** Returns a new idempotency key; undefined in a browser without HTTPS, which cannot make one. */
function newKey(): string | undefined {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : undefined
}

/** Returns a function that runs at most `max` of the functions passed to it at a time, in order. */
function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < max) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Returns a function that combines concurrent calls into as few requests as possible. */
function batchCounts(
  read: (slugs: string[]) => Promise<Counts[]>,
): (slug: string) => Promise<Counts> {
  let waiting: CountCall[] = []

  /** Settles calls with one request. If the service rejects a slug, retries the others. */
  async function settle(calls: CountCall[]): Promise<void> {
    try {
      const counts = await read(calls.map(({ slug }) => slug))
      for (const [index, one] of counts.entries()) calls[index]?.resolve(one)
    } catch (error) {
      const isRefused = error instanceof ProblemError && error.problem.status === 400
      if (!isRefused || calls.length === 1) for (const { reject } of calls) reject(error)
      else {
        const middle = Math.ceil(calls.length / 2)
        await Promise.all([settle(calls.slice(0, middle)), settle(calls.slice(middle))])
      }
    }
  }

  function send(): void {
    let calls = waiting
    waiting = []
    while (calls.length > 0) {
      const end = batchLength(calls)
      void settle(calls.slice(0, end))
      calls = calls.slice(end)
    }
  }

  return (slug) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(send, 0)
      waiting.push({ slug, resolve, reject })
    })
}

/** Returns the number of calls, from the first, that fit into one request; at least one. */
function batchLength(calls: CountCall[]): number {
  let characters = 0
  const end = calls.findIndex(({ slug }, index) => {
    characters += new URLSearchParams({ slug }).toString().length + 1
    return index === slugsMax || (index > 0 && characters > slugCharactersMax)
  })
  return end === -1 ? calls.length : end
}

const isLimited = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.status === 429

/** Returns the seconds before a retry, which makes sense after a network error, 429 or 503. */
function retryPause(error: unknown, pause: number): number {
  if (error instanceof TypeError) return pause
  if (!(error instanceof ProblemError) || ![429, 503].includes(error.problem.status))
    return Infinity
  return error.retryAfterSeconds ?? pause
}

/** Waits, or until the signal is aborted. */
function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Returns the cursor in `Link: <…>; rel="next"` (RFC 8288). */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://any.invalid').searchParams.get('cursor') ?? undefined)
}
