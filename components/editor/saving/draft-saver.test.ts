import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDraft, HandClock, openEditor, settled, TestServer } from '@/test/editor/saver-scene'

let clock: HandClock
let server: TestServer
let { editor, saver, type, told } = openEditor(new TestServer(emptyDraft), new HandClock())

beforeEach(() => {
  clock = new HandClock()
  server = new TestServer(emptyDraft)
  ;({ editor, saver, type, told } = openEditor(server, clock))
})

test('what was typed is saved within two seconds of the last key', async () => {
  type('a')
  await clock.pass(500)
  type('ab')
  expect(saver.state.phase).toBe('saving')
  await clock.pass(2_000)
  expect(server.draft.content).toBe('ab')
  expect(saver.state.phase).toBe('saved')
  expect(server.requests).toBe(1)
})

test('who never pauses is saved every two seconds all the same', async () => {
  for (let key = 1; key <= 100; key++) {
    type('a'.repeat(key))
    await clock.pass(200)
    expect(key - server.draft.content.length).toBeLessThanOrEqual(10)
  }
  expect(server.requests).toBeLessThanOrEqual(10)
})

test('one request is on its way at a time, and the newest text follows it', async () => {
  server.mood = 'slow'
  type('one')
  await clock.pass(2_000)
  for (const text of ['two', 'three', 'four']) {
    type(text)
    await clock.pass(3_000)
  }
  expect(editor.openMax).toBe(1)
  server.mood = 'well'
  await server.answer()
  await clock.pass(2_000)
  expect(server.history.map(({ content }) => content)).toEqual(['', 'one', 'four'])
  expect(saver.state.phase).toBe('saved')
})

test('what is taken back before it was sent is saved without a request', async () => {
  type('a')
  type('')
  await clock.pass(2_000)
  expect(saver.state.phase).toBe('saved')
  expect(server.requests).toBe(0)
})

test('without a connection it is kept here, tried ever more seldom, and at once when the connection is back', async () => {
  server.mood = 'lost before'
  type('words')
  await clock.pass(60_000)
  expect(saver.state).toEqual({ phase: 'offline', isKept: true })
  expect(editor.kept).toEqual({ base: 1, draft: { ...emptyDraft, content: 'words' } })
  expect(server.requests).toBeLessThan(9)
  server.mood = 'well'
  saver.wake()
  await settled()
  expect(server.draft.content).toBe('words')
  expect(saver.state.phase).toBe('saved')
  expect(editor.kept).toBeUndefined()
})

test('where nothing can be kept either, the writer is told to leave the page open', async () => {
  editor.canKeep = false
  server.mood = 'lost before'
  type('words')
  await clock.pass(2_000)
  expect(saver.state).toEqual({ phase: 'offline', isKept: false })
})

test('an answer that was lost is no conflict with oneself', async () => {
  server.mood = 'lost after'
  type('words')
  await clock.pass(1_500)
  server.mood = 'well'
  type('words and more')
  await clock.pass(5_000)
  expect(server.history.map(({ content }) => content)).toEqual(['', 'words', 'words and more'])
  expect(told).not.toContain('conflict')
})

test('nor is it where the server made a slug of the title', async () => {
  server.makesSlugs = true
  server.mood = 'lost after'
  type('words')
  await clock.pass(1_500)
  server.mood = 'well'
  type('words and more')
  await clock.pass(5_000)
  expect(told).not.toContain('conflict')
  expect(editor.found).toEqual({ revision: 2, slug: 'of-the-title', sent: 'a-post' })
})

test('a session that ends mid-sentence loses nothing: it goes on when somebody is signed in again', async () => {
  server.mood = 'signed out'
  type('words')
  await clock.pass(2_000)
  expect(saver.state).toEqual({ phase: 'signed-out', isKept: true })
  type('words and more')
  await clock.pass(60_000)
  expect(server.requests).toBe(1)
  saver.wake()
  await settled()
  expect(saver.state.phase).toBe('signed-out')
  server.mood = 'well'
  saver.wake()
  await settled()
  expect(server.draft.content).toBe('words and more')
})

describe('somebody else saved first', () => {
  beforeEach(async () => {
    server.overwrite('theirs')
    type('mine')
    await clock.pass(2_000)
  })

  test('nothing is sent until the writer has chosen, and what he types on is kept', async () => {
    expect(saver.state).toMatchObject({
      phase: 'conflict',
      theirs: { revision: 2, draft: { content: 'theirs' } },
    })
    type('mine, and more')
    saver.wake()
    saver.flush()
    await clock.pass(60_000)
    expect(server.requests).toBe(1)
    expect(server.draft.content).toBe('theirs')
    expect(editor.kept?.draft.content).toBe('mine, and more')
  })

  test('mine is written over theirs', async () => {
    saver.keepMine()
    await settled()
    expect(server.draft.content).toBe('mine')
    expect(saver.state.phase).toBe('saved')
  })

  test('mine says that it is written over theirs knowingly, until it is saved', async () => {
    server.mood = 'lost before'
    saver.keepMine()
    await settled()
    expect(saver.state.phase).toBe('offline')
    server.mood = 'well'
    saver.wake()
    await settled()
    type('mine again')
    await clock.pass(2_000)
    expect(server.history.map(({ content }) => content)).toEqual([
      '',
      'theirs',
      'mine',
      'mine again',
    ])
    expect(server.overwritten).toEqual([2])
  })

  test('mine is written over the revision that was compared, and not over one that came since', async () => {
    const { state } = saver
    if (state.phase !== 'conflict') throw new Error('no conflict')
    server.overwrite('newer')
    saver.changedElsewhere({ revision: 3, draft: server.draft })
    saver.keepMine(state.theirs)
    await settled()
    expect(server.draft.content).toBe('newer')
    expect(saver.state).toMatchObject({
      phase: 'conflict',
      theirs: { revision: 3, draft: { content: 'newer' } },
    })
  })

  test('it is said where this browser cannot keep what is typed meanwhile', async () => {
    editor.canKeep = false
    type('mine, and more')
    await clock.pass(200)
    expect(saver.state).toMatchObject({ phase: 'conflict', isKept: false })
    expect([saver.isSaved, saver.isKept]).toEqual([false, false])
  })

  test('theirs takes the place of mine', () => {
    expect(saver.takeTheirs()?.content).toBe('theirs')
    expect(saver.state.phase).toBe('saved')
    expect(editor.kept).toBeUndefined()
  })

  test('a third who saves while they are compared is seen too', async () => {
    server.overwrite('a third')
    saver.keepMine()
    await settled()
    expect(saver.state).toMatchObject({
      phase: 'conflict',
      theirs: { draft: { content: 'a third' } },
    })
    expect(server.draft.content).toBe('a third')
  })
})

test('a new revision with the words one began from is no conflict', async () => {
  server.history.push({ ...server.draft })
  type('mine')
  await clock.pass(5_000)
  expect(told).not.toContain('conflict')
  expect(server.draft.content).toBe('mine')
})

test('another tab’s saving is told at once', () => {
  server.overwrite('theirs')
  saver.changedElsewhere({ revision: 2, draft: server.draft })
  expect(saver.state.phase).toBe('conflict')
})

describe('what an earlier opening kept', () => {
  test('is saved where the server still has the revision it began from', async () => {
    editor.content = 'kept'
    saver.restored(1)
    await clock.pass(2_000)
    expect(server.draft.content).toBe('kept')
  })

  test('is compared first where the server has gone on since', async () => {
    server.overwrite('newer')
    const later = openEditor(server, clock)
    later.editor.content = 'kept'
    later.saver.restored(1)
    await clock.pass(60_000)
    expect(later.saver.state).toMatchObject({
      phase: 'conflict',
      theirs: { draft: { content: 'newer' } },
    })
    // Opened a third time, it is still not known to have been seen.
    expect(later.editor.kept?.base).toBe(1)
    expect(server.draft.content).toBe('newer')
  })
})

test('what the server refuses is said, and sent again when it has been changed', async () => {
  const { send } = server
  let refuses = true
  const refusing = openEditor(
    Object.assign(server, {
      send: async (request: Parameters<typeof send>[0]) =>
        refuses
          ? { kind: 'refused' as const, detail: 'The title is too long.', errors: [] }
          : send(request),
    }),
    clock,
  )
  refusing.type('words')
  await clock.pass(60_000)
  expect(refusing.saver.state).toMatchObject({ phase: 'refused', detail: 'The title is too long.' })
  refuses = false
  refusing.type('other words')
  await clock.pass(2_000)
  expect(server.draft.content).toBe('other words')
})
