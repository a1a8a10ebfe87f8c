import { redo, undo } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardScene, shownCards, step } from '@/test/editor/card-scene'
import { isNightly } from '@/test/nightly'
import { setShown } from './card-field'
import { planPaste } from './paste-links'
import { PreviewQueue } from './preview-queue'

/** Pastes as the editor does: first a text step, then a card step. */
function paste(state: EditorState, text: string, at: number): EditorState {
  const placed = state.update({ selection: { anchor: at } }).state
  const { from, to, insert, cards } = planPaste(placed, text, false) ?? {
    from: at,
    to: at,
    insert: text,
    cards: [],
  }
  const pasted = step(placed, { changes: { from, to, insert } })
  if (cards.length === 0) return pasted
  return step(pasted, { effects: cards.map((from) => setShown.of({ from, isShown: true })) })
}

/** Runs undo or redo. Returns undefined if there is nothing left. */
function travel(command: typeof undo, state: EditorState): EditorState | undefined {
  let after: EditorState | undefined
  command({ state, dispatch: (transaction) => (after = transaction.state) })
  return after
}

const look = (state: EditorState) => [state.doc.toString(), shownCards(state).join(' ')]
const url = 'https://a.example/b'

test('undoes a pasted card to its URL, then removes it; redo restores it', () => {
  const start = cardScene('Words.\n\n')
  const pasted = paste(start, url, start.doc.length)
  const text = pasted.doc.toString()
  expect(shownCards(pasted)).toEqual([url])
  let state = pasted
  const looks = [undo, undo, redo, redo].map((command) => {
    state = travel(command, state) ?? start
    return look(state)
  })
  expect(looks).toEqual([
    [text, ''],
    ['Words.\n\n', ''],
    [text, ''],
    [text, url],
  ])
})

test('restores a deleted card together with its line', () => {
  const deleted = step(cardScene(`a\n\n${url}\n\nb`), {
    changes: { from: 3, to: 3 + url.length + 2 },
  })
  expect(look(deleted)).toEqual(['a\n\nb', ''])
  expect(shownCards(travel(undo, deleted) ?? deleted)).toEqual([url])
})

const pool = Array.from({ length: 6 }, (_, n) => `https://${'abcdef'[n]}.example/`)
const command = fc.oneof(
  fc.record({
    do: fc.constant('paste' as const),
    urls: fc.subarray(pool, { minLength: 1 }),
    at: fc.nat(),
  }),
  fc.record({
    do: fc.constant('type' as const),
    text: fc.constantFrom('x', 'word ', '\n', '\n\n', '- ', '```\n'),
    at: fc.nat(),
  }),
  fc.record({ do: fc.constant('delete' as const), at: fc.nat(), length: fc.nat(30) }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('redo' as const) }),
  fc.record({ do: fc.constant('answer' as const), fails: fc.boolean() }),
)

type Command = typeof command extends fc.Arbitrary<infer One> ? One : never

function carryOut(state: EditorState, one: Command): EditorState {
  const { length } = state.doc
  const at = 'at' in one ? one.at % (length + 1) : 0
  switch (one.do) {
    case 'paste':
      return paste(state, one.urls.join('\n'), at)
    case 'type':
      return step(state, { changes: { from: at, insert: one.text } })
    case 'delete':
      return step(state, { changes: { from: at, to: Math.min(length, at + one.length) } })
    case 'undo':
      return travel(undo, state) ?? state
    case 'redo':
      return travel(redo, state) ?? state
    case 'answer':
      return state
  }
}

/** A preview server controlled by the test. It detects duplicate requests. */
class SlowAdmin {
  readonly running = new Map<string, { arrive: () => void; fail: () => void }>()
  private readonly arrived = new Set<string>()

  readonly fetchPreview = (url: string, signal: AbortSignal): Promise<string> => {
    expect(this.arrived.has(url), `${url} was fetched again`).toBe(false)
    signal.addEventListener('abort', () => this.running.delete(url))
    return new Promise((resolve, reject) => {
      this.running.set(url, {
        arrive: () => resolve(url),
        fail: () => reject(new Error('unreachable')),
      })
    })
  }

  async answer(fails: boolean): Promise<void> {
    const [[url, answers] = []] = this.running
    if (url === undefined || !answers) return
    this.running.delete(url)
    if (!fails) this.arrived.add(url)
    answers[fails ? 'fail' : 'arrive']()
    await new Promise(setImmediate)
  }
}

test('keeps the history exact and fetches nothing twice or needlessly', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
      const admin = new SlowAdmin()
      const queue = new PreviewQueue<string>(admin.fetchPreview)
      let state = cardScene('')
      for (const one of commands) {
        state = carryOut(state, one)
        queue.want(shownCards(state))
        for (const url of admin.running.keys()) expect(shownCards(state)).toContain(url)
        expect(admin.running.size).toBeLessThanOrEqual(3)
        if (one.do === 'answer') await admin.answer(one.fails)
      }
      const go = (command: typeof undo) => {
        for (let next: EditorState | undefined = state; next; next = travel(command, next))
          state = next
        return look(state)
      }
      const end = go(redo)
      expect(go(undo)).toEqual(['', ''])
      expect(go(redo)).toEqual(end)
      queue.close()
      expect(admin.running.size).toBe(0)
    }),
    { numRuns: isNightly ? 500 : 100 },
  )
})
