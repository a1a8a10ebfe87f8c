import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import messages from '@/messages/en.json'

/** Folders whose text people see. Programs in `scripts/` write to a terminal, in English. */
const folders = ['app', 'components', 'lib', 'server']
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.|^lib\/generated\//.test(file)
const isInterface = (file: string) => !/^lib\/importers\/|^lib\/env\.ts$/.test(file)

const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(isSource)
const files = sources.filter(isInterface)

/** Files whose text cannot come from the catalogue, with the reason. */
const exempt: Record<string, string> = {
  'app/global-error.tsx': 'a client error boundary that must work if nothing else loads',
  'components/admin/people/describe-device.ts': 'names of products',
  'components/ui/share-image.tsx': 'the name of a font',
  'lib/client.ts': 'the client library, which developers copy into their own projects',
  'lib/errors.ts': 'fallback details of errors, which lib/http/problem.ts translates',
  'lib/i18n/languages.ts': 'the names of languages in these languages',
  'lib/link-previews/extract/bot-wall.ts': 'phrases of other sites',
  'lib/text/csv.ts': 'errors of programs in scripts/',
  'lib/views/read-view-export.ts': 'errors of programs in scripts/',
  'server/http-fixes/empty-pages.ts': 'the fallback if Next.js cannot render a page',
  'server/http-fixes/response-head.ts': 'the reason phrase of an HTTP status',
}

type Node = Record<string, unknown> & { type: string; start: number; end: number }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Attributes whose value people see or hear. */
const textAttribute = /^(?:aria-label|title|placeholder|alt|label|hint|text|legend|heading)=/
/** A capital letter, then words. */
const sentence = /^(?!Bearer )[“"‘]?[A-Z][a-z’]* [^=<]*[a-z]{2}/
/** Logs and errors for developers. */
const forDevelopers = /^(?:console\.|new (?:Type|Range)?Error\()/

const isSkipped = ({ type, start }: Node, source: string) =>
  ['ImportDeclaration', 'TaggedTemplateExpression', 'TSLiteralType'].includes(type) ||
  forDevelopers.test(source.slice(start, start + 16))

/** Returns all nodes of a syntax tree with their parents, except imports, logs, SQL and types. */
function nodesOf(value: unknown, source: string, parent?: Node): { node: Node; parent?: Node }[] {
  if (Array.isArray(value)) return value.flatMap((child) => nodesOf(child, source, parent))
  if (!isNode(value) || isSkipped(value, source)) return []
  const children = Object.values(value).flatMap((child) => nodesOf(child, source, value))
  return [{ node: value, ...(parent && { parent }) }, ...children]
}

/** Returns the text of a node if people see it. */
function shownText(node: Node, parent: Node | undefined, source: string): string | undefined {
  const isTemplate = node.type === 'TemplateLiteral'
  if (!isTemplate && typeof node.value !== 'string') return undefined
  const text = isTemplate ? source.slice(node.start + 1, node.end - 1) : String(node.value).trim()
  const isAttribute =
    parent?.type === 'JSXAttribute' && textAttribute.test(source.slice(parent.start, parent.end))
  const isShown =
    isAttribute || node.type === 'JSXText'
      ? /[A-Za-z]{3}/.test(text)
      : parent?.type !== 'JSXAttribute' && node.type.endsWith('Literal') && sentence.test(text)
  return isShown ? text : undefined
}

/** Returns the strings in a file that people see. */
function findTexts(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  return nodesOf(program, source)
    .map(({ node, parent }) => shownText(node, parent, source))
    .filter((text) => text !== undefined)
}

test('all interface text comes from messages/', () => {
  const outside = files
    .filter((file) => !(file in exempt))
    .flatMap((file) => findTexts(file).map((text) => `${file}: ${text}`))
  expect(outside).toEqual([])
})

test('every message of the catalogue is used', () => {
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  // Only the last part of a key, or its ending, because the rest may be chosen at run time.
  const isUsed = (key: string) =>
    code.includes(key) || code.includes(`}${/[A-Z][a-z]+$/.exec(key)?.[0]}\``)
  const unused = (tree: object, path: string[] = []): string[] =>
    Object.entries(tree).flatMap(([key, value]) => {
      if (typeof value === 'object') return unused(value, [...path, key])
      return isUsed(key) ? [] : [[...path, key].join('.')]
    })
  expect(unused(messages)).toEqual([])
})
