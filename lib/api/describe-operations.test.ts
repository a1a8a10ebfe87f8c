import { expect, test } from 'vitest'
import { describeOperations, describeSchemas, methods, openApi } from './describe-operations'

const groups = describeOperations('https://blog.example')
const operations = groups.flatMap((group) => group.operations)
const find = (id: string) => operations.find((operation) => operation.id === id)
const rowsOf = (id: string, caption: string) =>
  find(id)?.tables.find((table) => table.caption.startsWith(caption))?.rows

test('each operation has a unique id, one group, a summary and responses', () => {
  const paths = Object.values(openApi.paths)
  const described = paths.flatMap((item) => methods.flatMap((method) => item[method] ?? []))
  expect(operations.map(({ id }) => id).toSorted()).toEqual(
    described.map((operation) => operation.operationId).toSorted(),
  )
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  for (const { id, summary } of operations) {
    expect(summary, id).not.toBe('')
    expect(rowsOf(id, 'Responses'), id).not.toBeUndefined()
  }
})

test('parameters and fields include their limits, with references resolved', () => {
  expect(rowsOf('listComments', 'Parameters')).toContainEqual({
    name: 'slug',
    note: 'required',
    type: 'string, 1 to 500',
    description: 'The slug of a post, or `host/path` for a page of another site.',
  })
  expect(rowsOf('addComment', 'Request body')).toContainEqual({
    name: 'author_name',
    note: 'required',
    type: 'string, 1 to 80',
    description: expect.stringContaining('One visible line.'),
  })
})

test('error responses list all their codes', () => {
  const codes = rowsOf('getLinkPreview', 'Errors')?.flatMap((row) => row.codes)
  expect(codes).toEqual(
    expect.arrayContaining([
      'invalid-url',
      'target-unreachable',
      'target-refused',
      'target-too-slow',
      'database-unavailable',
    ]),
  )
})

test('optional credentials leave the examples, and a list is requested item by item', () => {
  expect(rowsOf('addComment', 'Authentication')?.map(({ name }) => name)).toEqual(['siteKey'])
  expect(find('addComment')?.examples).toHaveLength(3)
  expect(rowsOf('getCounts', 'Parameters')).toMatchObject([{ type: '(string, 1 to 500)[]' }])
  expect(find('getCounts')?.examples[0]?.code).toBe(
    "curl 'https://blog.example/api/counts?slug=how-a-thread-is-read" +
      "&slug=blog.example.org%2F2024%2Fhello'",
  )
})

test('credentials are listed as alternatives', () => {
  expect(rowsOf('editComment', 'Authentication')?.map(({ name }) => name)).toEqual([
    'editToken',
    'session',
  ])
})

test('a recursive schema is described by its name', () => {
  const comment = describeSchemas().find(({ name }) => name === 'Comment')
  expect(comment?.table.rows).toContainEqual(
    expect.objectContaining({ name: 'replies', type: 'Comment[]' }),
  )
})

test('lists the alternatives of a body by name', () => {
  expect(rowsOf('editComment', 'Responses')).toContainEqual(
    expect.objectContaining({ name: '200', type: 'Comment | PendingComment' }),
  )
})

test('provides example requests for the main operations', () => {
  const examples = operations.filter((one) => one.examples.length > 0).map(({ id }) => id)
  expect(examples).toEqual(
    expect.arrayContaining([
      'listComments',
      'addComment',
      'getViews',
      'recordView',
      'getLinkPreview',
      'searchPosts',
      'getHealth',
    ]),
  )
  expect(find('getViewBadge')?.examples[0]?.code).toBe(
    "curl 'https://blog.example/api/badge/how-a-thread-is-read.svg'",
  )
  expect(find('recordView')?.examples).toEqual([
    {
      label: 'curl',
      code: `curl 'https://blog.example/api/views' --json '{"slug":"how-a-thread-is-read"}'`,
    },
    { label: 'fetch', code: expect.stringContaining("method: 'POST'") },
    {
      label: 'lib/client.ts',
      code: expect.stringContaining("await blog.recordView('how-a-thread-is-read')"),
    },
  ])
})
