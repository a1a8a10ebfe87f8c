import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '@/lib/errors'

vi.mock('@/lib/http/session/signed-in', () => ({
  signedIn: () => Promise.reject(new DatabaseUnavailable(new Error('unavailable'))),
}))

type Actions = Record<string, (...values: unknown[]) => Promise<unknown>>

/** Loads actions by path, since `lib` must not import from `app`. */
function load(area: string): Promise<Actions> {
  return import(path.resolve('app/admin', area, 'actions.ts'))
}

const seen = '1.pending.00000000000000000000000000000000'
const fields = { seen, verdict: 'spam', judgement: '1', id: '1', days: '', back: 'http://[' }

function form(): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test.each([
  ['comments', ['pin', 'close', 'block']],
  ['blocks', ['remove']],
])(
  'forms of %s redirect to their page with an error if the database is unavailable',
  async (area, names) => {
    const actions = await load(area)
    for (const name of names) {
      await expect(actions[name]?.(form()), name).rejects.toMatchObject({
        digest: expect.stringMatching(`;/admin/${area}\\?error=database-unavailable;`),
      })
    }
  },
)

test('decisions, replies and edits return a message if the database is unavailable', async () => {
  const { moderate, undo, reply, edit } = await load('comments')
  const words = form()
  words.set('content', 'Words')
  const error = { error: 'The database is temporarily unavailable. Please try again in a moment.' }
  expect(await moderate?.({}, words)).toEqual(error)
  expect(await undo?.({}, words)).toEqual(error)
  expect(await reply?.({}, words)).toMatchObject(error)
  expect(await edit?.({}, words)).toMatchObject(error)
})
