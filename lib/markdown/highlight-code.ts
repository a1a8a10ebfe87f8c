import 'server-only'
import type { ElementContent } from 'hast'
import { h } from 'hastscript'
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
  type ThemedToken,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

/**
 * Languages that are common in posts about software. Code in other languages is not highlighted.
 */
const langs = [
  () => import('shiki/langs/bash.mjs'),
  () => import('shiki/langs/css.mjs'),
  () => import('shiki/langs/diff.mjs'),
  () => import('shiki/langs/go.mjs'),
  () => import('shiki/langs/html.mjs'),
  () => import('shiki/langs/http.mjs'),
  () => import('shiki/langs/javascript.mjs'),
  () => import('shiki/langs/json.mjs'),
  () => import('shiki/langs/markdown.mjs'),
  () => import('shiki/langs/python.mjs'),
  () => import('shiki/langs/rust.mjs'),
  () => import('shiki/langs/sql.mjs'),
  () => import('shiki/langs/toml.mjs'),
  () => import('shiki/langs/tsx.mjs'),
  () => import('shiki/langs/typescript.mjs'),
  () => import('shiki/langs/yaml.mjs'),
]

/** The theme file defines the colours: tokens get a class instead of an inline colour. */
const theme = createCssVariablesTheme({ name: 'afterword', variablePrefix: '--tok-' })

let highlighter: Promise<HighlighterCore> | undefined

/**
 * The number of characters of a text that may still be highlighted; the rest stays plain.
 * Highlighting time grows faster than the line length. In the worst case found, 3,000 characters
 * take 60 ms at 120 per line (bench/reading/comment-markdown.ts) and 49 s at 5,000 per line. The
 * limit is in characters rather than time, so that the output is deterministic.
 */
export type HighlightBudget = { lineLengthMax: number; leftCharacters: number }

/**
 * Returns the tokens of a piece of code as spans with classes such as `tok-keyword`; undefined for
 * an unsupported language. Subtracts the highlighted characters from `budget`.
 */
export async function highlightCode(
  code: string,
  language: string,
  budget: HighlightBudget,
): Promise<ElementContent[] | undefined> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs,
    langAlias: { console: 'bash', jsx: 'tsx' },
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(language)) return undefined
  const children: ElementContent[] = []
  let grammarState: GrammarState | undefined
  for (const [index, line] of code.split('\n').entries()) {
    if (index > 0) children.push({ type: 'text', value: '\n' })
    budget.leftCharacters -= line.length
    if (budget.leftCharacters < 0 || line.length > budget.lineLengthMax) {
      children.push({ type: 'text', value: line })
      continue
    }
    const result = shiki.codeToTokens(line, {
      lang: language,
      theme: 'afterword',
      tokenizeTimeLimit: 0,
      ...(grammarState && { grammarState }),
    })
    grammarState = result.grammarState
    children.push(...(result.tokens[0] ?? []).map(toNode))
  }
  return children
}

/**
 * Converts the theme's `var(--tok-token-keyword)` to the class `tok-keyword`, which is shorter and
 * needs no inline style.
 */
function toNode({ content, color }: ThemedToken): ElementContent {
  const name = /--tok-token-([a-z-]+)/.exec(color ?? '')?.[1]
  return name === undefined
    ? { type: 'text', value: content }
    : h('span', { className: [`tok-${name}`] }, content)
}
