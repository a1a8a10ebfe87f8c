import type { ApiOperation } from '@/lib/api/describe-operations'

/** A request that can be sent as it stands. */
export type RequestExample = { method: string; path: string; json: Record<string, unknown> | undefined; isWrite: boolean }

/** What is sent for the operations that a program needs; the others have no example. */
const samples: Record<string, { query?: Record<string, string>; json?: Record<string, unknown>; call?: string }> = {
  listComments: {
    query: { slug: 'how-a-thread-is-read', limit: '1' },
    call: "await blog.getComments('how-a-thread-is-read', { limit: 1 })",
  },
  addComment: {
    json: { slug: 'how-a-thread-is-read', content: 'A word about it.', author_name: 'Ada' },
    call: "await blog.addComment({ slug: 'how-a-thread-is-read', content: 'A word about it.', author_name: 'Ada' })",
  },
  getViews: { query: { slug: 'how-a-thread-is-read' }, call: "await blog.getViews('how-a-thread-is-read')" },
  recordView: { json: { slug: 'how-a-thread-is-read' }, call: "await blog.recordView('how-a-thread-is-read')" },
  searchPosts: { query: { q: 'thread -view' }, call: "await blog.search('thread -view')" },
  getHealth: {},
  getLinkPreview: {
    query: { url: 'https://www.rfc-editor.org/rfc/rfc9457' },
    call: "await blog.getLinkPreview('https://www.rfc-editor.org/rfc/rfc9457')",
  },
}

export function requestExample({ id, method, path }: ApiOperation): RequestExample | undefined {
  const sample = samples[id]
  if (!sample) return undefined
  const query = sample.query ? `?${new URLSearchParams(sample.query)}` : ''
  return { method, path: path + query, json: sample.json, isWrite: method !== 'GET' }
}

/** The same request in three tongues, or two where the client has no word for it. */
export function writtenExamples(id: string, example: RequestExample, origin: string): { name: string; code: string }[] {
  const url = origin + example.path
  const body = example.json && JSON.stringify(example.json)
  const curl = body ? `curl '${url}' --json '${body}'` : `curl '${url}'`
  const init = body
    ? `, {\n  method: '${example.method}',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${body}),\n}`
    : ''
  const call = samples[id]?.call
  return [
    { name: 'curl', code: curl },
    { name: 'fetch', code: `const response = await fetch('${url}'${init})\nconst answer = await response.json()` },
    ...(call ? [{ name: 'lib/client.ts', code: `const blog = createClient('${origin}')\nconst answer = ${call}` }] : []),
  ]
}
