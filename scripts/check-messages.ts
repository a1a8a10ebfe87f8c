/**
 * `npx tsx scripts/check-messages.ts de`: prints the errors of `messages/de.json`, one per line.
 * Without a language, it checks every file of `messages`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { messageOf } from '@/lib/errors'
import { isEmbedText } from '@/lib/i18n/embed-texts'
import { compileEmbedText } from './build-embed'

type Tree = { [key: string]: string | Tree }

const folder = new URL('../messages/', import.meta.url)

/** Returns the languages of the files in `messages`. */
export const languagesWithMessages = (): string[] =>
  readdirSync(folder).map((file) => file.replace(/\.json$/, ''))

/** Returns the messages of a language by their keys, such as `comments.title.reply`. */
export function readMessages(language: string): Map<string, string> {
  const texts = (tree: Tree, path: string): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : texts(value, `${path + key}.`),
    )
  return new Map(texts(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')), ''))
}

/** The parts that a message must share with the English one, and its plurals. */
type Parts = {
  arguments: Set<string>
  tags: Set<string>
  /** The options of each argument of `select`. */
  selects: Map<string, Set<string>>
  plurals: { name: string; type: Intl.PluralRuleType; categories: string[] }[]
}

function partsOf(elements: MessageFormatElement[], parts: Parts): Parts {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const { value: name } = element
    if (element.type === TYPE.tag) {
      parts.tags.add(name)
      partsOf(element.children, parts)
      continue
    }
    parts.arguments.add(name)
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
    const options = Object.keys(element.options)
    if (element.type === TYPE.select)
      parts.selects.set(name, new Set([...(parts.selects.get(name) ?? []), ...options]))
    else parts.plurals.push({ name, type: element.pluralType ?? 'cardinal', categories: options })
    for (const { value } of Object.values(element.options)) partsOf(value, parts)
  }
  return parts
}

const parseParts = (text: string): Parts =>
  partsOf(parse(text), {
    arguments: new Set(),
    tags: new Set(),
    selects: new Map(),
    plurals: [],
  })

const listed = (names: Iterable<string>) => [...names].sort().join(', ') || 'none'

/** Messages of names, examples and symbols, which may be the same in every language. */
const untranslated = new Set([
  'doctor.names.node',
  'doctor.names.redis',
  'doctor.redis.ok',
  'apiDocs.title',
  'importsClient.siteOption',
  'mail.page',
  'moderation.rules.akismet',
  'navigation.api',
  'navigation.rss',
  'posts.markdown',
  'privacy.cookie',
  'privacy.localStorage',
  'settings.logoPath',
  'sites.webhook',
  'sitesClient.webhookUrl',
])

/** Returns the words of a message, without placeholders, options, tags and URLs. */
const wordsOf = (text: string): string[] =>
  // recheck-ignore: the messages are short and belong to this repository.
  text.replaceAll(/\{[^}]*\}|<[^>]*>|\w+:\/\/\S*/g, ' ').match(/\p{L}{2,}/gu) ?? []

/**
 * Returns whether a message is still English. Short messages may be equal in Latin script: “Blog”.
 */
function isUntranslated(key: string, text: string, english: string, script: string): boolean {
  if (text !== english || untranslated.has(key) || key.startsWith('sites.platforms.')) return false
  return wordsOf(text).length > (script === 'Latn' ? 1 : 0)
}

/** Returns the spaces at both ends of a message. */
const endsOf = (text: string) =>
  [text.slice(0, text.length - text.trimStart().length), text.slice(text.trimEnd().length)].join(
    '|',
  )

function pluralErrors(language: string, { plurals }: Parts, english: Parts): string[] {
  const errors = plurals.flatMap(({ name, type, categories }) => {
    const needed = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
    const found = categories.filter((category) => !category.startsWith('='))
    return listed(found) === listed(needed)
      ? []
      : [`the plural of “${name}” has ${listed(found)} instead of ${listed(needed)}`]
  })
  const isNeeded = new Intl.PluralRules(language).resolvedOptions().pluralCategories.length > 1
  const pluralised = new Set(plurals.map(({ name }) => name))
  const missing = new Set(
    english.plurals.map(({ name }) => name).filter((name) => isNeeded && !pluralised.has(name)),
  )
  return [...errors, ...[...missing].map((name) => `“${name}” has no plural`)]
}

function embedErrors(text: string): string[] {
  try {
    compileEmbedText(text)
    return []
  } catch (error) {
    return [messageOf(error)]
  }
}

function compare(language: string, key: string, text: string, english: string): string[] {
  const { script = '' } = new Intl.Locale(language).maximize()
  let parts: Parts
  try {
    parts = parseParts(text)
  } catch (error) {
    return [`invalid ICU syntax: ${messageOf(error)}`]
  }
  const expected = parseParts(english)
  const names = (['arguments', 'tags'] as const).flatMap((kind) =>
    listed(parts[kind]) === listed(expected[kind])
      ? []
      : [`has the ${kind} ${listed(parts[kind])} instead of ${listed(expected[kind])}`],
  )
  const selects = [...expected.selects].flatMap(([name, options]) => {
    const missing = [...options].filter((option) => !parts.selects.get(name)?.has(option))
    return missing.length === 0 ? [] : [`“${name}” has no option ${listed(missing)}`]
  })
  return [
    ...names,
    ...selects,
    ...pluralErrors(language, parts, expected),
    ...(isEmbedText(key) ? embedErrors(text) : []),
    ...(endsOf(text) === endsOf(english) ? [] : ['starts or ends with different spaces']),
    ...(language !== 'en' && isUntranslated(key, text, english, script) ? ['is English'] : []),
  ]
}

/** Returns the errors of the messages of a language, as lines of `key: error`. */
export function findErrors(language: string, messages = readMessages(language)): string[] {
  const english = readMessages('en')
  const surplus = [...messages.keys()].filter((key) => !english.has(key))
  return [
    ...surplus.map((key) => `${key}: is not in en.json`),
    ...[...english].flatMap(([key, text]) => {
      const own = messages.get(key)
      const errors = own === undefined ? ['is missing'] : compare(language, key, own, text)
      return errors.map((error) => `${key}: ${error}`)
    }),
  ]
}

if (import.meta.filename === process.argv[1]) {
  const chosen = process.argv.slice(2)
  for (const language of chosen.length > 0 ? chosen : languagesWithMessages()) {
    const errors = findErrors(language)
    for (const error of errors) console.log(`${language}.json: ${error}`)
    if (errors.length > 0) process.exitCode = 1
  }
}
