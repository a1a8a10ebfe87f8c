import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDraft, ManualClock, openEditor, TestServer } from '@/test/editor/saver-scene'

let clock: ManualClock
let server: TestServer
let { editor, saver, type, phases } = openEditor(new TestServer(emptyDraft))

beforeEach(() => {
  clock = new ManualClock()
  server = new TestServer(emptyDraft)
  ;({ editor, saver, type, phases } = openEditor(server))
})

describe('a draft submitted with the form', () => {
  test('becomes the base, and later edits are saved after it', async () => {
    type('words')
    saver.handleSubmit({ ...emptyDraft, slug: 'typed', content: 'words' })
    server.overwrite('words')
    type('words and more')
    saver.formSaved(2, 'typed')
    expect(saver.state.phase).toBe('saving')
    await clock.pass(2_000)
    expect(saver.state.phase).toBe('saved')
    expect(phases).not.toContain('conflict')
    expect(server.history.map(({ content }) => content)).toEqual(['', 'words', 'words and more'])
  })

  test('does not conflict with a save in progress', async () => {
    server.behaviour = 'slow'
    type('words')
    await clock.pass(1_500)
    saver.handleSubmit({ ...emptyDraft, content: 'words' })
    server.overwrite('words')
    saver.formSaved(2, 'a-post')
    type('words and more')
    server.behaviour = 'normal'
    await server.respond()
    await clock.pass(2_000)
    expect(phases).not.toContain('conflict')
    expect(phases).not.toContain('offline')
    expect(server.draft.content).toBe('words and more')
  })

  test('ends a conflict by overwriting their version', async () => {
    server.overwrite('theirs')
    type('mine')
    await clock.pass(2_000)
    saver.handleSubmit({ ...emptyDraft, content: 'mine' })
    server.overwrite('mine')
    saver.formSaved(3, 'a-post')
    expect(saver.state.phase).toBe('saved')
  })
})

describe('text rejected with the form', () => {
  test('is stored, and not reported as saved', async () => {
    server.behaviour = 'signed out'
    editor.content = 'refused words'
    saver.handleRestore(1)
    await clock.pass(2_000)
    expect(saver.savedDraft.content).toBe('')
    expect(saver.state.phase).toBe('signed-out')
    expect(editor.kept?.draft.content).toBe('refused words')
  })
})
