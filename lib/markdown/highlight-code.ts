import 'server-only'
import type { Element, ElementContent } from 'hast'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

/** The languages a post about software is likely to show; any other is set as plain code. */
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

/** Colours are the theme file's: a token is given a class, not a colour of its own. */
const theme = createCssVariablesTheme({ name: 'afterword', variablePrefix: '--tok-' })

let highlighter: Promise<HighlighterCore> | undefined

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}

/** Code points beyond which code is set plain: highlighting is linear, but slow. */
const lengthMax = 50_000

/**
 * The tokens of a piece of code as spans with classes such as `tok-keyword`, or undefined where the language is not
 * one of ours.
 */
export async function highlightCode(code: string, language: string): Promise<ElementContent[] | undefined> {
  const name = Object.hasOwn(aliases, language) ? aliases[language] : language
  if (!name || !isLanguage(name) || code.length > lengthMax) return undefined
  highlighter ??= createHighlighterCore({ themes: [theme], engine: createJavaScriptRegexEngine({ forgiving: true }) })
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(name)) await shiki.loadLanguage(languages[name])
  const root = shiki.codeToHast(code, { lang: name, theme: 'afterword', structure: 'inline', transformers: [{ span: classForColour }] })
  return root.children.filter((child) => child.type === 'element' || child.type === 'text')
}

/** `style="color:var(--tok-token-keyword)"` becomes `class="tok-keyword"`: no inline style, and shorter. */
function classForColour(span: Element): void {
  const token = /--tok-token-([a-z-]+)/.exec(String(span.properties.style))?.[1]
  span.properties = token ? { className: [`tok-${token}`] } : {}
}
