import { expect, test } from 'vitest'
import { describeOperations } from '@/lib/api/describe-operations'
import { groupOperations } from './api-groups'
import { requestExample } from './request-example'

const { operations } = describeOperations()
const { groups, timed } = groupOperations(operations)

test('every operation stands in one place: under its subject, or among those for timers', () => {
  const placed = [...groups, ...timed].flatMap((group) => group.operations.map(({ id }) => id))
  expect(placed.sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('what a program needs most has an example that can be sent', () => {
  const examples = operations
    .filter((operation) => requestExample(operation, 'hello'))
    .map(({ id }) => id)
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
})
