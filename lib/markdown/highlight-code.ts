import 'server-only'
import type { ElementContent } from 'hast'
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
const languages = {
  bash: () => import('shiki/langs/bash.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const

type Language = keyof typeof languages

const aliases: Record<string, Language> = {
  console: 'bash',
  js: 'javascript',
  jsx: 'tsx',
  md: 'markdown',
  mjs: 'javascript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
}

/** The theme file defines the colours: tokens get a class instead of an inline colour. */
const theme = createCssVariablesTheme({ name: 'afterword', variablePrefix: '--tok-' })

let highlighter: Promise<HighlighterCore> | undefined

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}

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
  const name = Object.hasOwn(aliases, language) ? aliases[language] : language
  if (!name || !isLanguage(name)) return undefined
  highlighter ??= createHighlighterCore({
    themes: [theme],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(name)) await shiki.loadLanguage(languages[name])
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
      lang: name,
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
  const text = { type: 'text' as const, value: content }
  const name = /--tok-token-([a-z-]+)/.exec(color ?? '')?.[1]
  return name
    ? {
        type: 'element',
        tagName: 'span',
        properties: { className: [`tok-${name}`] },
        children: [text],
      }
    : text
}
