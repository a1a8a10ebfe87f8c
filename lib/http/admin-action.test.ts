import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '@/lib/errors'

vi.mock('@/lib/http/session/signed-in', () => ({
  signedIn: () => Promise.reject(new DatabaseUnavailable(new Error('away'))),
}))

type Actions = Record<string, (...values: unknown[]) => Promise<unknown>>

/** By its path: the rooms are above this one, which may not know them. */
function load(room: string): Promise<Actions> {
  return import(path.resolve('app/admin', room, 'actions.ts'))
}

const seen = '1.pending.00000000000000000000000000000000'
const fields = { seen, verdict: 'spam', judgement: '1', id: '1', days: '', back: 'http://[' }

function form(): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test.each([
  ['comments', ['judgePlainly', 'undoPlainly', 'pin', 'close', 'block']],
  ['blocks', ['add', 'remove']],
  ['settings', ['save']],
])(
  'with the database away the forms of %s lead back to their page and say so',
  async (room, names) => {
    const actions = await load(room)
    for (const name of names) {
      await expect(actions[name]?.(form()), name).rejects.toMatchObject({
        digest: expect.stringMatching(`;/admin/${room}\\?fault=database-unavailable;`),
      })
    }
  },
)

test('with the database away what a script sends is answered with that word', async () => {
  const { judge, undo, reply, edit } = await load('comments')
  const words = form()
  words.set('content', 'Words')
  const fault = { fault: 'The database cannot be reached just now. Try again in a moment.' }
  expect(await undo?.([1])).toEqual(fault)
  expect(await reply?.({}, words)).toMatchObject(fault)
  expect(await edit?.({}, words)).toMatchObject(fault)
  expect(await judge?.(['nothing'], 'spam')).toHaveProperty('fault')
})
