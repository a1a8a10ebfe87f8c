import { expect, test } from 'vitest'
import { describeOperations } from './describe-operations'

const { operations, schemas } = describeOperations()
const find = (id: string) => operations.find((operation) => operation.id === id)

test('each operation has a unique id, a summary and responses', () => {
  expect(operations.length).toBeGreaterThan(15)
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  for (const { id, summary, answers } of operations) {
    expect(summary, id).not.toBe('')
    expect(answers.length, id).toBeGreaterThan(0)
  }
})

test('parameters and fields include their limits, with references resolved', () => {
  expect(find('listComments')?.parameters).toContainEqual({
    name: 'slug',
    required: true,
    type: 'string, 1 to 200',
    description: "The post's slug.",
    where: 'query',
    example: 'how-a-thread-is-read',
  })
  expect(find('addComment')?.body?.fields).toContainEqual({
    name: 'author_name',
    required: true,
    type: 'string, 1 to 80',
    description: expect.stringContaining('One visible line.'),
  })
})

test('an error response lists all its codes', () => {
  const codes = find('getLinkPreview')?.answers.flatMap((answer) => answer.codes)
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

test('a recursive schema is described by its name', () => {
  expect(schemas.find(({ name }) => name === 'Comment')?.fields).toContainEqual(
    expect.objectContaining({ name: 'replies', type: 'Comment[]' }),
  )
})

test('lists the alternatives of a body by name', () => {
  const answer = find('editComment')?.answers.find(({ status }) => status === '200')
  expect(JSON.stringify(answer)).toContain('Comment | WaitingComment')
})
