/**
 * Measures the slowest comment of 5,000 characters to render, compared with the bare parser without
 * limits.
 */

import { show } from '@/bench/support/figure'
import { median } from '@/bench/support/quantile'
import { parseCommentMarkdown } from '@/lib/markdown/parse-comment-markdown'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'

const length = 5_000
const marks = [
  '*a',
  'a*',
  '_a ',
  '*_',
  '*_a',
  '[',
  '[a](',
  '](',
  '`a',
  '<a',
  '&a;',
  '\\',
  '- ',
  '1. ',
  '> ',
  '>',
  '> - ',
  '- a\n',
  'a\n',
  'http://a.b(',
  'www.a_',
  'a@b.c ',
  '\n',
]
const languages = [
  'bash',
  'css',
  'diff',
  'go',
  'html',
  'http',
  'javascript',
  'json',
  'markdown',
  'python',
  'rust',
  'sql',
  'toml',
  'tsx',
  'typescript',
  'yaml',
]
const code = [
  '<',
  '<<',
  '(',
  '[',
  '{',
  '$(',
  '${',
  'f(',
  'a|',
  '"a',
  "'",
  '`',
  '/*',
  'a ',
  'a',
  '<a ',
  '<!',
  '0',
  '=>',
  ':',
  '- a',
  '*',
  '@a',
  '#{',
]

const repeated = (piece: string, characters: number) =>
  piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)
const shapes = [
  ...marks.map((mark) => ({ shape: mark, text: repeated(mark, length) })),
  ...languages.flatMap((language) => {
    const lines = (piece: string) =>
      Array.from({ length: 41 }, () => repeated(piece, 119)).join('\n')
    return code.map((piece) => ({
      shape: `${piece} in ${language}`,
      text: `\`\`\`${language}\n${lines(piece)}\n\`\`\``,
    }))
  }),
]

async function milliseconds(work: () => unknown): Promise<number> {
  const times = []
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

export async function measureCommentMarkdown() {
  let worst = { shape: '', ms: 0 }
  for (const { shape, text } of shapes) {
    const ms = await milliseconds(() => renderCommentMarkdown(text))
    if (ms > worst.ms) worst = { shape, ms }
  }
  const unguarded = await milliseconds(() => parseCommentMarkdown(repeated('- ', length)))
  return show({
    what:
      'a hostile comment of 5,000 characters (worst of ' +
      `${shapes.length}: ${JSON.stringify(worst.shape)})`,
    ours: `${worst.ms.toFixed(0)} ms`,
    baseline: `${unguarded.toFixed(0)} ms for the parser without limits, for repeated "- "`,
    ratio: `${(worst.ms / unguarded).toFixed(2)} ×`,
    target: '≤ 100 ms',
    reached: worst.ms <= 100,
  })
}

if (process.argv[1] === import.meta.filename) await measureCommentMarkdown()
