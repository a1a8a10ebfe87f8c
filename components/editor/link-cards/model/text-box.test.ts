import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPasteContext } from './paste-context'
import { planPaste } from './plan-paste'
import { PreviewQueue } from './preview-queue'
import { TextBox } from './text-box'

/** Pastes as the editor does: first a text step, then a card step. */
function paste(box: TextBox, text: string, at: number): void {
  const start = box.text.slice(0, at).lastIndexOf('\n') + 1
  const end = `${box.text}\n`.indexOf('\n', at)
  const line = box.text.slice(start, end)
  const context = readPasteContext({
    before: box.text.slice(0, start).split('\n').slice(0, -1),
    line,
    column: at - start,
    selected: '',
  })
  const [before, after] = [box.text.slice(0, start), box.text.slice(end)]
  const plan = planPaste({ text, withShift: false, context, selected: '', before, after })
  if (plan.kind === 'cards') {
    box.change({ from: start, to: end, insert: plan.insert })
    box.change({}, { show: plan.cards.map(({ from }) => start + from), hide: [] })
  } else box.change({ from: at, to: at, insert: plan.kind === 'text' ? plan.insert : text })
}

const url = 'https://a.example/b'

test('undoes a pasted card to its URL, then removes it; redo restores it', () => {
  const box = new TextBox('Words.\n\n')
  paste(box, url, box.text.length)
  const pasted = box.text
  expect(box.cards).toEqual([url])
  box.undo()
  expect([box.text, box.cards]).toEqual([pasted, []])
  box.undo()
  expect([box.text, box.cards]).toEqual(['Words.\n\n', []])
  box.redo()
  expect([box.text, box.cards]).toEqual([pasted, []])
  box.redo()
  expect([box.text, box.cards]).toEqual([pasted, [url]])
})

test('restores a deleted card together with its line', () => {
  const box = new TextBox(`a\n\n${url}\n\nb`)
  box.change({ from: 3, to: 3 + url.length + 2 })
  expect([box.text, box.cards]).toEqual(['a\n\nb', []])
  box.undo()
  expect(box.cards).toEqual([url])
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

function carryOut(box: TextBox, one: Command): void {
  const at = 'at' in one ? one.at % (box.text.length + 1) : 0
  if (one.do === 'paste') paste(box, one.urls.join('\n'), at)
  if (one.do === 'type') box.change({ from: at, to: at, insert: one.text })
  if (one.do === 'delete') box.change({ from: at, to: Math.min(box.text.length, at + one.length) })
  if (one.do === 'undo') box.undo()
  if (one.do === 'redo') box.redo()
}

/** A preview server controlled by the test. It detects duplicate requests. */
class SlowAdmin {
  readonly running = new Map<string, { arrive: () => void; fail: () => void }>()
  private readonly arrived = new Set<string>()

  readonly fetchPreview = (url: string, signal: AbortSignal): Promise<string> => {
    expect(this.arrived.has(url), `${url} was fetched again`).toBe(false)
    signal.addEventListener('abort', () => this.running.delete(url))
    return new Promise((resolve, reject) => {
      this.running.set(url, { arrive: () => resolve(url), fail: () => reject(new Error('away')) })
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

test('keeps the history exact and fetches nothing twice or needlessly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
      const admin = new SlowAdmin()
      const queue = new PreviewQueue<string>(admin.fetchPreview)
      const box = new TextBox()
      for (const one of commands) {
        carryOut(box, one)
        queue.want(box.cards)
        for (const url of admin.running.keys()) expect(box.cards).toContain(url)
        expect(admin.running.size).toBeLessThanOrEqual(3)
        if (one.do === 'answer') await admin.answer(one.fails)
      }
      const look = () => [box.text, box.cards.join(' ')]
      while (box.redo());
      const end = look()
      let steps = 0
      while (box.undo()) steps++
      expect(look()).toEqual(['', ''])
      for (; steps > 0; steps--) box.redo()
      expect(look()).toEqual(end)
      queue.close()
      expect(admin.running.size).toBe(0)
    }),
    { numRuns: 500 },
  )
})
