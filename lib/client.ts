/**
 * A client of an Afterword blog's API: one file that uses only `fetch` and has no imports. Copy it
 * into a static site, a worker or a script.
 *
 *     const blog = createClient('https://blog.example.org')
 *     for await (const { comments } of blog.commentPages('hello')) …
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

export type NewComment = {
  slug: string
  content: string
  author_name: string
  parent_id?: number
  author_email?: string
}

/** A comment as an embed shows it. `html` is sanitised; `parent_id` is null at the top level. */
export type ThreadComment = {
  id: number
  parent_id: number | null
  /** The comment that was answered. It differs from the parent on the deepest level. */
  reply_to: number | null
  html: string
  author_name: string
  badge: 'author' | 'moderator' | 'verified' | null
  /** ISO 8601, UTC. */
  created_at: string
  edited_at: string | null
  pinned: boolean
  deleted: boolean
  depth: number
  likes: number
}

/** A page of a thread. The comments are flat, in display order. */
export type Thread = {
  slug: string
  title: string
  url: string
  /** True if comments can be written. */
  open: boolean
  language: string
  count: number
  next_cursor: string | null
  comments: ThreadComment[]
}

/** `edit_token` allows changes for 15 minutes and deletion at any time. Retries may lack it. */
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
  /** The longest wait before a retry, in seconds; otherwise there is no retry. Default 5. */
  retryAfterMax?: number
}

type More = { signal?: AbortSignal | undefined }
type Keyed = More & {
  /** Lets the service recognise a retry: 16 to 200 visible ASCII characters. Default: a UUID. */
  idempotencyKey?: string | undefined
}
type Query = Record<string, string | number | undefined>
type Write = Keyed & { json?: unknown; editToken?: string }

/**
 * Creates a client.
 * @param origin the blog's address, such as `https://blog.example.org`
 */
export function createClient(origin: string, options: ClientOptions = {}) {
  const { retries = 2, retryAfterMax = 5 } = options
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  /** Sends a request with retries. Every call is safe to repeat. */
  async function call(url: URL, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await send(url, init)
        if (response.ok) return response
        throw await toProblem(response)
      } catch (error) {
        const seconds = retryPause(error, Math.min(retryAfterMax, 2 ** attempt / 2))
        if (attempt >= retries || init.signal?.aborted || seconds > retryAfterMax) throw error
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      }
    }
  }

  function read(path: string, query: Query, signal?: AbortSignal): Promise<Response> {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    return call(url, { signal: signal ?? null })
  }

  async function write(method: string, path: string, { json, ...how }: Write) {
    const response = await call(new URL(path, origin), {
      method,
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(how.idempotencyKey && { 'Idempotency-Key': how.idempotencyKey }),
        ...(how.editToken !== undefined && { Authorization: `Bearer ${how.editToken}` }),
      },
      body: json === undefined ? null : JSON.stringify(json),
      signal: how.signal ?? null,
    })
    return response.json()
  }

  return {
    /** Returns a page of threads, oldest first, and the cursor of the `next` page, if any. */
    async getComments(
      slug: string,
      { signal, ...part }: More & { limit?: number; cursor?: string | undefined } = {},
    ) {
      const response = await read('/api/comments', { slug, ...part }, signal)
      const page: CommentPage = await response.json()
      return { ...page, next: nextCursor(response.headers.get('Link')) }
    },

    /** Returns a page of a thread with rendered comments. */
    async getThread(
      slug: string,
      { signal, ...part }: More & { limit?: number; cursor?: string | undefined } = {},
    ): Promise<Thread> {
      return (await read('/api/threads', { slug, ...part }, signal)).json()
    },

    /** Yields all pages in order. */
    async *commentPages(
      slug: string,
      more: More & { limit?: number } = {},
    ): AsyncGenerator<CommentPage> {
      let cursor: string | undefined
      do {
        const { next, ...page } = await this.getComments(slug, { ...more, cursor })
        yield page
        cursor = next
      } while (cursor !== undefined)
    },

    /**
     * Adds a comment.
     * @throws ProblemError `invalid-parameters`, `not-found`, `comments-closed`, `thread-full`,
     * `too-many-requests`, `cross-site`
     */
    addComment(comment: NewComment, options: Keyed = {}): Promise<AddedComment> {
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
    async getViews(slug: string, { signal }: More = {}): Promise<number> {
      return (await (await read('/api/views', { slug }, signal)).json()).views
    },

    /**
     * Records a view. Call it once a reader has seen the post.
     * @throws ProblemError `not-found`, `too-many-requests`, `cross-site`
     */
    recordView(slug: string, options: Keyed = {}): Promise<RecordedView> {
      return write('POST', '/api/views', { idempotencyKey: newKey(), ...options, json: { slug } })
    },

    /**
     * Searches posts and returns the best hits first. Supports words, `"phrases"`, `-exclusion` and
     * `OR`; the last word may be incomplete.
     * @param page 1 to 10
     * @throws ProblemError `invalid-parameters` if there is no word to search for,
     * `too-many-requests`
     */
    async search(
      words: string,
      { page = 1, signal }: More & { page?: number } = {},
    ): Promise<SearchPage> {
      return (await read('/api/search', { q: words, page }, signal)).json()
    },

    /**
     * Returns the preview of a page.
     * @throws ProblemError `invalid-url`, `target-unreachable`, `target-refused`, `target-too-slow`
     */
    async getLinkPreview(url: string, { signal }: More = {}): Promise<LinkPreview> {
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
    title: response.statusText || 'Fault',
    status: response.status,
    detail: `The answer was ${response.status}.`,
    code: 'unknown',
  }
  const problem: Problem = isProblem ? await response.json() : other
  return new ProblemError(problem, Number.isFinite(retryAfter) ? retryAfter : undefined)
}

/** Makes an idempotency key. Without HTTPS, browsers cannot, so retries may duplicate. */
function newKey(): string | undefined {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : undefined
}

/** Returns the seconds before a retry, which may succeed after a network error or 503. */
function retryPause(error: unknown, pause: number): number {
  if (error instanceof TypeError) return pause
  if (!(error instanceof ProblemError) || error.problem.status !== 503) return Infinity
  return error.retryAfterSeconds ?? pause
}

/** Returns the cursor in `Link: <…>; rel="next"` (RFC 8288). */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://any.invalid').searchParams.get('cursor') ?? undefined)
}
