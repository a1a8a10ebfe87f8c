import { expect, test } from 'vitest'
import { describeOperations } from '@/lib/api/describe-operations'
import { groupOperations } from './api-groups'
import { requestExample } from './request-example'

const { operations } = describeOperations()
const { groups, timed } = groupOperations(operations)

test('lists every operation once, in its group or under scheduled tasks', () => {
  const placed = [...groups, ...timed].flatMap((group) => group.operations.map(({ id }) => id))
  expect(placed.sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('provides an example request for the main operations', () => {
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
