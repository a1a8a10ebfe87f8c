import { beforeEach, expect, test } from 'vitest'
import { emptyDraft, ManualClock, openEditor, settled, TestServer } from '@/test/editor/saver-scene'

let clock: ManualClock
let server: TestServer
let { editor, saver, type } = openEditor(new TestServer(emptyDraft))

/** Opens an editor at revision 3, with a save in progress. The tests restore text of revision 1. */
beforeEach(async () => {
  clock = new ManualClock()
  server = new TestServer(emptyDraft)
  server.overwrite('theirs')
  server.overwrite('theirs, and more')
  ;({ editor, saver, type } = openEditor(server))
  server.behaviour = 'slow'
  type('theirs, and more!')
  await clock.pass(2_000)
})

async function restoreOldText(): Promise<void> {
  type('old words')
  saver.handleRestore(1)
  server.behaviour = 'normal'
  await settled()
}

test('requires a comparison of restored text with a save in progress', async () => {
  await restoreOldText()
  await server.respond()
  await clock.pass(60_000)
  expect(server.draft.content).toBe('theirs, and more!')
  expect(saver.state).toMatchObject({
    phase: 'conflict',
    theirs: { revision: 4, draft: { content: 'theirs, and more!' } },
  })
  expect(editor.kept).toEqual({ base: 1, draft: { ...emptyDraft, content: 'old words' } })
  saver.keepMine()
  await settled()
  expect(server.draft.content).toBe('old words')
})

test('requires a comparison when the save in progress gets no response', async () => {
  server.behaviour = 'normal'
  await server.respond()
  server.behaviour = 'response lost'
  type('theirs, and more!!')
  await clock.pass(1_500)
  await restoreOldText()
  saver.wake()
  await clock.pass(60_000)
  saver.changedElsewhere({ revision: server.revision, draft: server.draft })
  await clock.pass(60_000)
  expect(server.draft.content).toBe('theirs, and more!!')
  expect(saver.state.phase).toBe('conflict')
})

test('requires a comparison when a form submission is in progress', async () => {
  saver.handleSubmit({ ...emptyDraft, content: 'theirs, and more!' })
  await restoreOldText()
  await server.respond()
  saver.formSaved(4, 'a-post')
  await clock.pass(60_000)
  expect(server.draft.content).toBe('theirs, and more!')
  expect(saver.state.phase).toBe('conflict')
})

test('sends no second request when restored text is kept during a save', async () => {
  await restoreOldText()
  saver.keepMine()
  await settled()
  expect(editor.openMax).toBe(1)
  await server.respond()
  await clock.pass(5_000)
  expect(server.history.map(({ content }) => content)).toEqual([
    '',
    'theirs',
    'theirs, and more',
    'theirs, and more!',
    'old words',
  ])
  expect(saver.state.phase).toBe('saved')
})
