/**
 * A client of an Afterword blog's API: one file, `fetch` alone, nothing to install. Copy it into a static site, a
 * worker or a script; it imports nothing.
 *
 *     const blog = createClient('https://blog.example.org')
 *     for await (const { comments } of blog.commentPages('hello')) …
 *     const { views } = await blog.recordView('hello')
 */

/** A published comment. One that was deleted though it has replies is without author and content. */
export type Comment = {
  id: number
  post_slug: string
  /** The Markdown its author wrote; never HTML. Show it as text, or render it with care. */
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
 * A comment with what only its author is told. `edit_token` changes it for 15 minutes and deletes it at any time; it is
 * missing from the response to a retry that comes from another network than the first request.
 */
export type AddedComment = Comment & { status: 'published' | 'pending'; edit_token?: string }

export type RecordedView =
  | { views: number; counted: true }
  | { views: number; counted: false; reason: string }

/** What a page says of itself; all absolute URLs, `description` and `image` may be empty. */
export type LinkPreview = {
  title: string
  description: string
  image: string
  siteName: string
  url: string
  favicon: string
}

/** A part of a text, as text and never HTML; marked where it was searched for. */
export type ExcerptPart = { text: string; is_marked: boolean }

/** A post that a search found; `published_at` is ISO 8601, UTC. */
export type SearchHit = {
  slug: string
  title: ExcerptPart[]
  excerpt: ExcerptPart[]
  tags: string[]
  published_at: string
}

/**
 * 20 hits at most, of `count` on all pages; where `has_older`, these are of the newest, and older posts are neither counted nor
 * ranked. `similar_words` were searched for in the place of those that no post has.
 */
export type SearchPage = {
  hits: SearchHit[]
  count: number
  has_older: boolean
  similar_words: string[]
}

/** RFC 9457, with the service's own `code`. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  errors?: { field: string; message: string }[]
}

/** Thrown for every answer that is a fault. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  constructor(
    readonly problem: Problem,
    /** Seconds after which to try again, where the service says so. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${problem.title}: ${problem.detail}`)
  }
}

export type ClientOptions = {
  /** Instead of the global one. */
  fetch?: typeof fetch
  /** How often a request that may be repeated is tried again where the service is away (503, or no answer). Default 2. */
  retries?: number
  /** The longest wait before another try, in seconds; a service that asks for more is not tried again. Default 5. */
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
  /** Identifies the submission, so that a retry is recognised: 16 to 200 visible ASCII characters. Defaults to a UUID. */
  idempotencyKey?: string
}

/** @param origin the blog's address, such as `https://blog.example.org` */
export function createClient(origin: string, options: ClientOptions = {}) {
  const { retries = 2, retryAfterMax = 5 } = options
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))

  async function ask<Body>(
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

  /** Every call is safe to repeat: reads, writes with a key, and what says the same twice. */
  async function call<Body>(path: string, how: Call): Promise<[Body, Headers]> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await ask<Body>(path, how)
      } catch (error) {
        if (attempt >= retries || how.signal?.aborted || !mayPass(error, retryAfterMax)) throw error
        const told = error instanceof ProblemError ? error.retryAfterSeconds : undefined
        await pause(told ?? Math.min(retryAfterMax, 2 ** attempt / 2))
      }
    }
  }

  return {
    /** One page of threads, oldest first; `next` is the cursor of the page after it, undefined on the last. */
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

    /** All pages, one after the other. */
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

    /** @throws ProblemError `invalid-parameters`, `not-found`, `comments-closed`, `thread-full`, `too-many-requests`, `cross-site` */
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

    /** Within 15 minutes. @throws ProblemError `unauthorized`, `edit-window-closed`, `not-found` */
    async editComment(id: number, editToken: string, content: string): Promise<Comment> {
      const headers = { Authorization: `Bearer ${editToken}` }
      const [comment] = await call<Comment>(`/api/comments/${id}`, {
        method: 'PATCH',
        json: { content },
        headers,
      })
      return comment
    },

    /** @throws ProblemError `unauthorized`, `not-found` */
    async deleteComment(id: number, editToken: string): Promise<Comment> {
      const [comment] = await call<Comment>(`/api/comments/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${editToken}` },
      })
      return comment
    },

    /** Asking counts nothing. */
    async getViews(slug: string, { signal }: More = {}): Promise<number> {
      const [{ views }] = await call<{ views: number }>('/api/views', {
        query: { slug },
        ...(signal && { signal }),
      })
      return views
    },

    /** Call it when somebody has really looked. @throws ProblemError `not-found`, `too-many-requests`, `cross-site` */
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
     * The best first: words, `"phrases"`, `-without`, `OR`; the last word may be half typed.
     * @param page counted from 1, to 10
     * @throws ProblemError `invalid-parameters` where there is no word to look for, `too-many-requests`
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

    /** @throws ProblemError `invalid-url`, `target-unreachable`, `target-refused`, `target-too-slow` */
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

/** What is no problem document (a proxy's own page) is told as one, so that a caller has one kind of fault to look at. */
async function toProblem(response: Response): Promise<ProblemError> {
  const told = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
  const other: Problem = {
    type: 'about:blank',
    title: response.statusText || 'Fault',
    status: response.status,
    detail: `The answer was ${response.status}.`,
    code: 'unknown',
  }
  const problem: Problem = isProblem ? await response.json() : other
  return new ProblemError(problem, Number.isFinite(told) ? told : undefined)
}

/** A browser makes none on a page that is not https: without a key a retry is a second submission. */
function newKey(): string | undefined {
  return typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : undefined
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'Idempotency-Key': key }
}

/** Whether the same request may be answered a moment later: no answer at all (fetch's TypeError), or 503. */
function mayPass(error: unknown, retryAfterMax: number): boolean {
  if (error instanceof ProblemError)
    return error.problem.status === 503 && (error.retryAfterSeconds ?? 0) <= retryAfterMax
  return error instanceof TypeError
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

/** The cursor that `Link: <…>; rel="next"` (RFC 8288) names. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://any.invalid').searchParams.get('cursor') ?? undefined)
}
