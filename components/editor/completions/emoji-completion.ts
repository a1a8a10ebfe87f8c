import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { isInCode } from '@/components/editor/markdown/indent-code'

let emoji: Promise<Completion[]> | undefined

/** GitHub's names. They are many, and loaded when first asked for. */
async function loadEmoji(): Promise<Completion[]> {
  const { gemoji } = await import('gemoji')
  return gemoji.flatMap(({ emoji, names }) => names.map((name) => ({ label: `:${name}:`, displayLabel: `${emoji} ${name}`, apply: emoji })))
}

/** `:smi` offers the emoji whose names begin so: the character itself goes into the text. */
export function completeEmoji(context: CompletionContext): Promise<CompletionResult | null> | null {
  const word = context.matchBefore(/:[a-z0-9_+-]{2,}/)
  if (!word || isInCode(context.state)) return null
  const before = context.state.sliceDoc(Math.max(0, word.from - 1), word.from)
  // `10:30`, `::link-card` and `https:` mean no emoji.
  return /[\p{L}\p{N}:]/u.test(before) ? null : offerEmoji(word.from)
}

async function offerEmoji(from: number): Promise<CompletionResult | null> {
  emoji ??= loadEmoji()
  try {
    return { from, options: await emoji, validFor: /^:[a-z0-9_+-]*:?$/ }
  } catch {
    // Without a connection there are none; the next try may find one.
    emoji = undefined
    return null
  }
}
