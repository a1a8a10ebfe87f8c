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

/**
 * A comment with fields for its author only. `edit_token` allows changes for 15 minutes and
 * deletion at any time. It is missing from the response to a retry that comes from another network
 * than the first request.
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

/**
 * At most 20 of `count` hits. If `has_older` is set, they come from the newest posts, and older
 * posts are neither counted nor ranked. `similar_words` replaced search words that no post
 * contains.
 */
export type SearchPage = {
  hits: SearchHit[]
  count: number
  has_older: boolean
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
  /**
   * The longest wait before a retry, in seconds. If the service asks for a longer one, there is no
   * retry. Default 5.
   */
  retryAfterMax?: number
}

type Call = {
  method?: string
  query?: Record<string, string | number>
  json?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

type More = { signal?: AbortSignal }
type Keyed = More & {
  /**
   * Identifies the submission, so that a retry is recognised: 16 to 200 visible ASCII characters.
   * Defaults to a UUID.
   */
  idempotencyKey?: string
}

/**
 * Creates a client.
 * @param origin the blog's address, such as `https://blog.example.org`
 */
export function createClient(origin: string, options: ClientOptions = {}) {
  const { retries = 2, retryAfterMax = 5 } = options
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function sendOnce<Body>(
    path: string,
    { method = 'GET', query = {}, json, headers = {}, signal }: Call,
  ): Promise<[Body, Headers]> {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const body =
      json === undefined
        ? {}
        : {
            body: JSON.stringify(json),
            headers: { ...headers, 'Content-Type': 'application/json' },
          }
    const response = await send(url, { method, headers, ...body, ...(signal && { signal }) })
    if (!response.ok) throw await toProblem(response)
    return [await response.json(), response.headers]
  }

  /**
   * Sends a request with retries. Every call is safe to repeat: reads, writes with a key, and
   * idempotent changes.
   */
  async function call<Body>(path: string, how: Call): Promise<[Body, Headers]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await sendOnce<Body>(path, how)
      } catch (error) {
        if (attempt >= retries || how.signal?.aborted || !isTransient(error, retryAfterMax))
          throw error
        const retryAfter = error instanceof ProblemError ? error.retryAfterSeconds : undefined
        await pause(retryAfter ?? Math.min(retryAfterMax, 2 ** attempt / 2))
      }
    }
  }

  return {
    /**
     * Returns one page of threads, oldest first. `next` is the cursor of the next page; undefined
     * on the last one.
     */
    async getComments(
      slug: string,
      { limit, cursor, signal }: More & { limit?: number; cursor?: string } = {},
    ) {
      const query = {
        slug,
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      }
      const [page, headers] = await call<CommentPage>('/api/comments', {
        query,
        ...(signal && { signal }),
      })
      return { ...page, next: nextCursor(headers.get('Link')) }
    },

    /** Yields all pages in order. */
    async *commentPages(
      slug: string,
      more: More & { limit?: number } = {},
    ): AsyncGenerator<CommentPage> {
      let cursor: string | undefined
      do {
        const { next, ...page } = await this.getComments(slug, {
          ...more,
          ...(cursor !== undefined && { cursor }),
        })
        yield page
        cursor = next
      } while (cursor !== undefined)
    },

    /**
     * Adds a comment.
     * @throws ProblemError `invalid-parameters`, `not-found`, `comments-closed`, `thread-full`,
     * `too-many-requests`, `cross-site`
     */
    async addComment(
      comment: NewComment,
      { idempotencyKey = newKey(), signal }: Keyed = {},
    ): Promise<AddedComment> {
      const headers = keyHeader(idempotencyKey)
      const [added] = await call<AddedComment>('/api/comments', {
        method: 'POST',
        json: comment,
        headers,
        ...(signal && { signal }),
      })
      return added
    },

    /**
     * Changes a comment within 15 minutes.
     * @throws ProblemError `unauthorized`, `edit-window-closed`, `not-found`
     */
    async editComment(id: number, editToken: string, content: string): Promise<Comment> {
      const headers = { Authorization: `Bearer ${editToken}` }
      const [comment] = await call<Comment>(`/api/comments/${id}`, {
        method: 'PATCH',
        json: { content },
        headers,
      })
      return comment
    },

    /**
     * Deletes a comment.
     * @throws ProblemError `unauthorized`, `not-found`
     */
    async deleteComment(id: number, editToken: string): Promise<Comment> {
      const [comment] = await call<Comment>(`/api/comments/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${editToken}` },
      })
      return comment
    },

    /** Returns the number of views without counting one. */
    async getViews(slug: string, { signal }: More = {}): Promise<number> {
      const [{ views }] = await call<{ views: number }>('/api/views', {
        query: { slug },
        ...(signal && { signal }),
      })
      return views
    },

    /**
     * Records a view. Call it once a reader has seen the post.
     * @throws ProblemError `not-found`, `too-many-requests`, `cross-site`
     */
    async recordView(
      slug: string,
      { idempotencyKey = newKey(), signal }: Keyed = {},
    ): Promise<RecordedView> {
      const headers = keyHeader(idempotencyKey)
      const [view] = await call<RecordedView>('/api/views', {
        method: 'POST',
        json: { slug },
        headers,
        ...(signal && { signal }),
      })
      return view
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
      const [found] = await call<SearchPage>('/api/search', {
        query: { q: words, page },
        ...(signal && { signal }),
      })
      return found
    },

    /**
     * Returns the preview of a page.
     * @throws ProblemError `invalid-url`, `target-unreachable`, `target-refused`, `target-too-slow`
     */
    async getLinkPreview(url: string, { signal }: More = {}): Promise<LinkPreview> {
      const [preview] = await call<LinkPreview>('/api/og-metadata', {
        query: { url },
        ...(signal && { signal }),
      })
      return preview
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

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'Idempotency-Key': key }
}

/** Returns whether a retry may succeed: after a network error (fetch's TypeError) or 503. */
function isTransient(error: unknown, retryAfterMax: number): boolean {
  if (error instanceof ProblemError)
    return error.problem.status === 503 && (error.retryAfterSeconds ?? 0) <= retryAfterMax
  return error instanceof TypeError
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

/** Returns the cursor in `Link: <…>; rel="next"` (RFC 8288). */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://any.invalid').searchParams.get('cursor') ?? undefined)
}
