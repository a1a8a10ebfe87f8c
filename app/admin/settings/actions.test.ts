import { expect, test, vi } from 'vitest'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { form } from '@/test/form-data'

await ownDatabase()
const owner = await addActor('owner')
vi.doMock('@/lib/http/session/signed-in', () => ({ signedIn: async () => owner }))
const { saveAppearance, saveBlog, saveCommentRules } = await import('./actions')

test.each([
  [
    'general settings',
    saveBlog,
    { name: 'x'.repeat(81), author: 'Ada', description: '', language: 'en', zone: 'Nowhere' },
    ['name', 'zone'],
  ],
  ['appearance', saveAppearance, { logo: 'x', accent: '#1d4ed8', footer: 'Words' }, ['logo']],
  [
    'comment settings',
    saveCommentRules,
    { off: 'yes', days: '0', moderation: 'all', notify: 'nobody' },
    ['days', 'notify'],
  ],
])('rejected %s keep the input, with an error for each field', async (_, save, typed, errors) => {
  const state = await save({}, form(typed))
  expect(state.typed).toEqual(typed)
  expect(state.errors?.map(({ field }) => field).sort()).toEqual(errors)
})
