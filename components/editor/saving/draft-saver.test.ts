import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDraft, ManualClock, openEditor, settled, TestServer } from '@/test/editor/saver-scene'

let clock: ManualClock
let server: TestServer
let { editor, saver, type, phases } = openEditor(new TestServer(emptyDraft))

beforeEach(() => {
  clock = new ManualClock()
  server = new TestServer(emptyDraft)
  ;({ editor, saver, type, phases } = openEditor(server))
})

test('saves within two seconds of the last keystroke', async () => {
  type('a')
  await clock.pass(500)
  type('ab')
  expect(saver.state.phase).toBe('saving')
  await clock.pass(2_000)
  expect(server.draft.content).toBe('ab')
  expect(saver.state.phase).toBe('saved')
  expect(server.requests).toBe(1)
})

test('stores unsaved text once the browser is idle, unless the editor was closed', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  type('a')
  await clock.pass(600)
  expect(editor.kept).toBeUndefined()
  type('ab')
  idle.pop()?.()
  expect(editor.kept?.draft.content).toBe('ab')
  type('abc')
  await clock.pass(600)
  saver.stop()
  idle.pop()?.()
  expect(editor.kept?.draft.content).toBe('ab')
  vi.unstubAllGlobals()
})

test('saves within two seconds during continuous typing', async () => {
  for (let key = 1; key <= 100; key++) {
    type('a'.repeat(key))
    await clock.pass(200)
    expect(key - server.draft.content.length).toBeLessThanOrEqual(10)
  }
  expect(server.requests).toBeLessThanOrEqual(14)
})

test('sends one request at a time, then the latest text', async () => {
  server.behaviour = 'slow'
  type('one')
  await clock.pass(2_000)
  for (const text of ['two', 'three', 'four']) {
    type(text)
    await clock.pass(3_000)
  }
  expect(editor.openMax).toBe(1)
  server.behaviour = 'normal'
  await server.respond()
  await clock.pass(2_000)
  expect(server.history.map(({ content }) => content)).toEqual(['', 'one', 'four'])
  expect(saver.state.phase).toBe('saved')
})

test('sends no request for a change that was undone before', async () => {
  type('a')
  type('')
  await clock.pass(2_000)
  expect(saver.state.phase).toBe('saved')
  expect(server.requests).toBe(0)
})

test('stores the draft while offline, retries with backoff and saves on reconnect', async () => {
  server.behaviour = 'request lost'
  type('words')
  await clock.pass(60_000)
  expect(saver.state).toEqual({ phase: 'offline', isKept: true })
  expect(editor.kept).toEqual({ base: 1, draft: { ...emptyDraft, content: 'words' } })
  expect(server.requests).toBeLessThan(9)
  server.behaviour = 'normal'
  saver.wake()
  await settled()
  expect(server.draft.content).toBe('words')
  expect(saver.state.phase).toBe('saved')
  expect(editor.kept).toBeUndefined()
})

test('reports when the draft is neither saved nor stored', async () => {
  editor.canKeep = false
  server.behaviour = 'request lost'
  type('words')
  await clock.pass(2_000)
  expect(saver.state).toEqual({ phase: 'offline', isKept: false })
})

test('reports no conflict with its own save after a lost response', async () => {
  server.behaviour = 'response lost'
  type('words')
  await clock.pass(1_500)
  server.behaviour = 'normal'
  type('words and more')
  await clock.pass(5_000)
  expect(server.history.map(({ content }) => content)).toEqual(['', 'words', 'words and more'])
  expect(phases).not.toContain('conflict')
})

test('reports no conflict when the server derived the slug from the title', async () => {
  server.makesSlugs = true
  server.behaviour = 'response lost'
  type('words')
  await clock.pass(1_500)
  server.behaviour = 'normal'
  type('words and more')
  await clock.pass(5_000)
  expect(phases).not.toContain('conflict')
  expect(editor.saved).toEqual({ revision: 3, slug: 'of-the-title', sent: 'a-post' })
})

test('stores the draft after the session expires, and saves after sign-in', async () => {
  server.behaviour = 'signed out'
  type('words')
  await clock.pass(2_000)
  expect(saver.state).toEqual({ phase: 'signed-out', isKept: true })
  type('words and more')
  await clock.pass(60_000)
  expect(server.requests).toBe(1)
  saver.wake()
  await settled()
  expect(saver.state.phase).toBe('signed-out')
  server.behaviour = 'normal'
  saver.wake()
  await settled()
  expect(server.draft.content).toBe('words and more')
})

describe('after another user has saved', () => {
  beforeEach(async () => {
    server.overwrite('theirs')
    type('mine')
    await clock.pass(2_000)
  })

  test('sends nothing until the user chooses, and stores further text', async () => {
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

  test('overwrites their version', async () => {
    saver.keepMine()
    await settled()
    expect(server.draft.content).toBe('mine')
    expect(saver.state.phase).toBe('saved')
  })

  test('sends the force flag until the save succeeds', async () => {
    server.behaviour = 'request lost'
    saver.keepMine()
    await settled()
    expect(saver.state.phase).toBe('offline')
    server.behaviour = 'normal'
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

  test('overwrites the compared revision, but not a newer one', async () => {
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

  test('reports when further text cannot be stored', async () => {
    editor.canKeep = false
    type('mine, and more')
    await clock.pass(600)
    expect(saver.state).toMatchObject({ phase: 'conflict', isKept: false })
    expect([saver.isSaved, saver.isKept]).toEqual([false, false])
  })

  test('accepts their version', () => {
    expect(saver.takeTheirs()?.content).toBe('theirs')
    expect(saver.state.phase).toBe('saved')
    expect(editor.kept).toBeUndefined()
  })

  test('reports another save during the comparison', async () => {
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

test('reports no conflict for a new revision with the same text', async () => {
  server.history.push({ ...server.draft })
  type('mine')
  await clock.pass(5_000)
  expect(phases).not.toContain('conflict')
  expect(server.draft.content).toBe('mine')
})

test('shows the text that another tab saves if nothing is unsaved', async () => {
  server.overwrite('theirs')
  saver.changedElsewhere({ revision: 2, draft: server.draft })
  expect(editor.content).toBe('theirs')
  await clock.pass(2_000)
  expect(saver.state.phase).toBe('saved')
  expect(phases).not.toContain('conflict')
  expect(server.requests).toBe(0)
})

test('reports a conflict immediately when another tab saves and something is unsaved', () => {
  type('mine')
  server.overwrite('theirs')
  saver.changedElsewhere({ revision: 2, draft: server.draft })
  expect(saver.state.phase).toBe('conflict')
})

describe('a draft stored by an earlier session', () => {
  test('is saved if the server still has its base revision', async () => {
    editor.content = 'kept'
    saver.handleRestore(1)
    await clock.pass(2_000)
    expect(server.draft.content).toBe('kept')
  })

  test('must be compared first if the server has a newer revision', async () => {
    server.overwrite('newer')
    const later = openEditor(server)
    later.editor.content = 'kept'
    later.saver.handleRestore(1)
    await clock.pass(60_000)
    expect(later.saver.state).toMatchObject({
      phase: 'conflict',
      theirs: { draft: { content: 'newer' } },
    })
    // If the post is reopened again, the draft must still be compared.
    expect(later.editor.kept?.base).toBe(1)
    expect(server.draft.content).toBe('newer')
  })
})

test('reports a rejection, and sends the draft again after a change', async () => {
  const { send } = server
  let refuses = true
  const refusing = openEditor(
    Object.assign(server, {
      send: async (request: Parameters<typeof send>[0]) =>
        refuses
          ? { kind: 'refused' as const, detail: 'The post is too long.', errors: [] }
          : send(request),
    }),
  )
  refusing.type('words')
  await clock.pass(60_000)
  expect(refusing.saver.state).toMatchObject({ phase: 'refused', detail: 'The post is too long.' })
  refuses = false
  refusing.type('other words')
  await clock.pass(2_000)
  expect(server.draft.content).toBe('other words')
})

test('saves a draft without a rejected field, and the field after its correction', async () => {
  const { send } = server
  const rejection = {
    kind: 'refused' as const,
    detail: 'Enter a URL.',
    errors: [{ field: 'canonical', message: 'Enter a URL.' }],
  }
  const rejecting = openEditor(
    Object.assign(server, {
      send: async (request: Parameters<typeof send>[0]) =>
        request.canonical === 'example' ? rejection : send(request),
    }),
  )
  rejecting.editor.canonical = 'example'
  rejecting.type('words')
  await clock.pass(2_000)
  expect(server.draft).toMatchObject({ content: 'words', canonical: '' })
  expect(rejecting.saver.state).toMatchObject({ phase: 'refused', errors: rejection.errors })
  expect(rejecting.saver.isSaved).toBe(false)
  expect(rejecting.editor.kept?.draft.canonical).toBe('example')

  rejecting.type('more words')
  await clock.pass(2_000)
  expect(server.draft.content).toBe('more words')
  expect(rejecting.saver.state.phase).toBe('refused')

  rejecting.editor.canonical = 'https://example.org/'
  rejecting.type('all words')
  await clock.pass(2_000)
  expect(server.draft).toMatchObject({ content: 'all words', canonical: 'https://example.org/' })
  expect(rejecting.saver.state.phase).toBe('saved')
})
