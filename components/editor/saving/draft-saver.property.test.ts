import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyDraft,
  ManualClock,
  openEditor,
  type ServerBehaviour,
  TestServer,
} from '@/test/editor/saver-scene'
import { isNightly } from '@/test/nightly'

type Step =
  | { do: 'type' }
  | { do: 'pass'; ms: number }
  | { do: 'behaviour'; behaviour: ServerBehaviour }
  | { do: 'respond' }
  | { do: 'other saves' }
  | { do: 'wake' }
  | { do: 'flush' }
  | { do: 'keep mine' }
  | { do: 'take theirs' }
  | { do: 'close and open' }
  | { do: 'put back'; revisionsAgo: number; isUnderWay: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ do: 'type' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(4_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('behaviour' as const),
      behaviour: fc.constantFrom<ServerBehaviour>(
        'normal',
        'normal',
        'request lost',
        'response lost',
        'signed out',
        'slow',
      ),
    }),
  },
  ...(
    [
      'respond',
      'other saves',
      'wake',
      'flush',
      'keep mine',
      'take theirs',
      'close and open',
    ] as const
  ).map((what) => ({
    weight: 1,
    arbitrary: fc.constant<Step>({ do: what }),
  })),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('put back' as const),
      revisionsAgo: fc.nat(2),
      isUnderWay: fc.boolean(),
    }),
  },
)

/** One user who edits one post. Each typed text is unique. */
class Day {
  readonly clock = new ManualClock()
  readonly server = new TestServer(emptyDraft)
  open = openEditor(this.server)
  private texts = 0
  /** Revisions saved by others, and revisions shown to the user. */
  private readonly foreign = new Set<string>()
  private readonly seen = new Set<string>()
  /** Texts restored from an older revision, and typed since, until the user has chosen. */
  private uncompared: Set<string> | undefined

  async go(step: Step): Promise<void> {
    const { saver, editor, type } = this.open
    switch (step.do) {
      case 'type':
        return type(this.write())
      case 'pass':
        return this.clock.pass(step.ms)
      case 'behaviour':
        this.server.behaviour = step.behaviour
        return
      case 'respond':
        return this.server.respond()
      case 'other saves':
        this.foreign.add(`theirs ${++this.texts}`)
        return this.server.overwrite(`theirs ${this.texts}`)
      case 'wake':
        return saver.wake()
      case 'flush':
        return saver.flush()
      case 'keep mine':
        if (saver.state.phase !== 'conflict') return
        this.seen.add(saver.state.theirs.draft.content)
        this.uncompared = undefined
        return saver.keepMine()
      case 'take theirs': {
        const theirs = saver.takeTheirs()
        if (!theirs) return
        this.seen.add(theirs.content)
        this.uncompared = undefined
        editor.content = theirs.content
        return
      }
      case 'close and open':
        return this.reopen()
      case 'put back':
        return this.putBack(step)
    }
  }

  private write(): string {
    const text = `mine ${++this.texts}`
    this.uncompared?.add(text)
    return text
  }

  /** Restores a text as the dialog does: writes it into the editor, and passes its revision. */
  private async putBack({ revisionsAgo, isUnderWay }: Step & { do: 'put back' }): Promise<void> {
    const { saver, type } = this.open
    if (isUnderWay) {
      this.server.behaviour = 'slow'
      type(this.write())
      await this.clock.pass(2_000)
    }
    const base = Math.max(1, saver.revision - revisionsAgo)
    if (base !== saver.revision) this.uncompared ??= new Set()
    type(this.write())
    saver.handleRestore(base)
    saver.keepNow()
    this.server.behaviour = 'normal'
  }

  /** Closes the page as browsers do, with time to store, then reopens it and restores the draft. */
  private reopen(): void {
    const { saver, editor } = this.open
    saver.keepNow()
    saver.stop()
    const { kept } = editor
    this.open = openEditor(this.server)
    this.open.editor.kept = kept
    if (!kept) {
      this.seen.add(this.server.draft.content)
      return
    }
    this.open.editor.content = kept.draft.content
    this.open.saver.handleRestore(kept.base)
  }

  check(): void {
    const { saver, editor } = this.open
    if (saver.isSaved) {
      expect(this.server.history.map(({ content }) => content)).toContain(editor.content)
      if (saver.state.phase === 'saved')
        expect(this.server.history[saver.revision - 1]?.content).toBe(editor.content)
    } else if (saver.state.phase === 'saved')
      throw new Error('the state is “saved” while the text is not')
    expect(editor.openMax).toBeLessThanOrEqual(1)
    for (const { content } of this.server.history)
      expect(this.uncompared?.has(content)).not.toBe(true)
  }

  /**
   * Ends all failures and keeps the user's version: the server must have the text in the editor.
   */
  async end(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await this.go({ do: 'behaviour', behaviour: 'normal' })
      await this.server.respond()
      this.open.saver.wake()
      await this.clock.pass(60_000)
      this.check()
      await this.go({ do: 'keep mine' })
      await this.clock.pass(60_000)
    }
    expect(this.open.saver.state.phase).toBe('saved')
    expect(this.server.history[this.open.saver.revision - 1]?.content).toBe(
      this.open.editor.content,
    )
    const { history } = this.server
    for (const [index, { content }] of history.entries()) {
      const next = history[index + 1]?.content
      if (next?.startsWith('mine') && this.foreign.has(content))
        expect([...this.seen]).toContain(content)
    }
  }
}

test('reports only text on the server as saved, and never loses text', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const day = new Day()
      for (const step of steps) {
        await day.go(step)
        await day.clock.pass(0)
        day.check()
      }
      await day.end()
    }),
    { seed: 5, numRuns: isNightly ? 300 : 100 },
  )
})

test('has each text on the server or in the browser 500 ms after a keystroke', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const day = new Day()
      for (const step of steps) {
        await day.go(step)
        await day.clock.pass(500)
        const { editor } = day.open
        const safe = [
          ...day.server.history.map(({ content }) => content),
          editor.kept?.draft.content,
        ]
        expect(safe).toContain(editor.content)
      }
    }),
    { seed: 5, numRuns: isNightly ? 300 : 100 },
  )
})
