import type { ApiOperation } from '@/lib/api/describe-operations'

/** A complete request that can be sent without changes. */
export type RequestExample = {
  method: string
  path: string
  json: Record<string, unknown> | undefined
  /** The same call with the TypeScript client, if the client supports it. */
  call: string | undefined
  isWrite: boolean
}

type Sample = { query?: Record<string, string>; json?: Record<string, unknown>; call?: string }

/** Sample requests by operation ID. Operations without an entry have no example. */
const samples: Record<string, (slug: string) => Sample> = {
  listComments: (slug) => ({
    query: { slug, limit: '1' },
    call: `await blog.getComments('${slug}', { limit: 1 })`,
  }),
  addComment: (slug) => ({
    json: { slug, content: 'A word about it.', author_name: 'Ada' },
    call:
      `await blog.addComment({ slug: '${slug}', ` +
      `content: 'A word about it.', author_name: 'Ada' })`,
  }),
  getViews: (slug) => ({ query: { slug }, call: `await blog.getViews('${slug}')` }),
  recordView: (slug) => ({ json: { slug }, call: `await blog.recordView('${slug}')` }),
  searchPosts: () => ({ query: { q: 'thread -view' }, call: "await blog.search('thread -view')" }),
  getHealth: () => ({}),
  getLinkPreview: () => ({
    query: { url: 'https://www.rfc-editor.org/rfc/rfc9457' },
    call: "await blog.getLinkPreview('https://www.rfc-editor.org/rfc/rfc9457')",
  }),
}

/**
 * Builds the example request of an operation.
 * @param slug of an existing post, so that the request succeeds
 */
export function requestExample(
  { id, method, path }: ApiOperation,
  slug: string,
): RequestExample | undefined {
  const { query, json, call } = samples[id]?.(slug) ?? {}
  if (!samples[id]) return undefined
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    json,
    call,
    isWrite: method !== 'GET',
  }
}

/** Returns the request in three languages, or in two if the client does not support it. */
export function writtenExamples(
  example: RequestExample,
  origin: string,
): { name: string; code: string }[] {
  const url = origin + example.path
  const body = example.json && JSON.stringify(example.json)
  const curl = body ? `curl '${url}' --json '${body}'` : `curl '${url}'`
  const init = body
    ? `, {\n  method: '${example.method}',\n  headers: { 'Content-Type': 'application/json' },\n` +
      `  body: JSON.stringify(${body}),\n}`
    : ''
  return [
    { name: 'curl', code: curl },
    {
      name: 'fetch',
      code: `const response = await fetch('${url}'${init})\nconst answer = await response.json()`,
    },
    ...(example.call
      ? [
          {
            name: 'lib/client.ts',
            code: `const blog = createClient('${origin}')\nconst answer = ${example.call}`,
          },
        ]
      : []),
  ]
}
