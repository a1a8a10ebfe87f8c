import { isMap, isNode, isScalar, parse, parseDocument, stringify, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { importErrorText } from '@/lib/i18n/error-text'
import { NotAPost } from '@/lib/importers/imported-post'
import { newSlug } from '@/lib/posts/post'
import { withLineEndings } from '@/lib/text/line-endings'
import { decodePart } from '@/lib/text/parse-url'

const dateForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/

/** A date in the usual formats of blogs. The time defaults to midnight, and the zone to UTC. */
export const writtenDate = z
  .string()
  .regex(dateForm)
  // JavaScript converts 31 February to 3 March.
  .refine((text) => new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10)))
  .transform((text) => {
    const [, day = '', time = '00:00', zone = 'Z'] = dateForm.exec(text) ?? []
    return new Date(`${day}T${time}${zone}`)
  })
  .refine((value) => !Number.isNaN(value.getTime()))

const oneLine = z.union([z.string(), z.number().transform(String)]).transform((text) => text.trim())
const list = z
  .union([
    z.array(oneLine),
    z.string().transform((text) => text.split(',').map((part) => part.trim())),
  ])
  .nullish()
/** A path may contain a comma. */
const paths = z.union([z.array(oneLine), oneLine.transform((text) => [text])]).nullish()

/** A value of another type belongs to a theme, and is ignored. */
const option = oneLine.optional().catch(undefined)

const frontMatter = z.object({
  title: oneLine.optional(),
  slug: oneLine.pipe(newSlug).optional(),
  date: writtenDate.optional(),
  summary: oneLine.nullish(),
  description: oneLine.nullish(),
  tags: list,
  draft: z.boolean().optional(),
  /** Themes may store other values here. */
  page: z.unknown().optional(),
  /** `published: false` marks a draft in Jekyll. */
  published: z.unknown().optional(),
  /** Themes may store other values here; a value that is not an image is ignored. */
  cover: z.unknown().optional(),
  cover_alt: z.unknown().optional(),
  meta_title: option,
  meta_description: option,
  social_image: option,
  canonical_url: option,
  noindex: z.boolean().optional().catch(undefined),
  aliases: paths,
  redirect_from: paths,
})

/** The keys that belong to this blog. */
export const ownKeys = Object.keys(frontMatter.shape)

export type FrontMatter = z.infer<typeof frontMatter>

/**
 * Parses the YAML of a post's front matter and ignores unknown keys.
 * @throws NotAPost if it is not YAML or contains invalid values
 */
export function readFrontMatter(header: string): FrontMatter {
  const parsed = frontMatter.safeParse(parseHeader(header))
  if (parsed.success) return parsed.data
  const keys = parsed.error.issues.map(({ path }) => path.join('.') || '---').join(', ')
  throw new NotAPost(importErrorText('frontMatter', { keys }))
}

/** Limits the memory for nested values: the parser needs about a kilobyte for each `[`. */
const headerLengthMax = 100_000

/**
 * Parses front matter with all its keys.
 * @throws NotAPost if it is not YAML or too long
 */
export function parseHeader(header: string): unknown {
  if (header.length > headerLengthMax)
    throw new NotAPost(importErrorText('longFrontMatter', { max: headerLengthMax }))
  try {
    return parse(header, { maxAliasCount: 10, logLevel: 'error' }) ?? {}
  } catch (cause) {
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : 0
    throw new NotAPost(importErrorText('yaml', { line: (line ?? 0) + 1 }), { cause })
  }
}

/** Returns the slug in an old URL of a post, its last part; undefined if it is invalid. */
export function slugOfAlias(alias: string): string | undefined {
  const [bare = ''] = alias.split(/[?#]/, 1)
  const last = bare.split('/').filter(Boolean).at(-1) ?? ''
  return newSlug.safeParse(decodePart(last)?.replace(/\.html?$/i, '')).data
}

/**
 * Returns the previous slugs in a post's front matter: `aliases` (Hugo) or `redirect_from`
 * (Jekyll).
 * @param slug the current slug, which is excluded
 */
export function aliasesOf(
  { aliases, redirect_from }: Pick<FrontMatter, 'aliases' | 'redirect_from'>,
  slug: string,
): string[] {
  const slugs = [...(aliases ?? []), ...(redirect_from ?? [])].flatMap(
    (alias) => slugOfAlias(alias) ?? [],
  )
  return [...new Set(slugs)].filter((alias) => alias !== slug)
}

/** Avoids folded lines and padding in brackets. */
const style = {
  lineWidth: 0,
  blockQuote: false,
  flowCollectionPadding: false,
  collectionStyle: 'flow',
} as const

const write = (value: unknown) => stringify(value, style).trimEnd()

/**
 * Sets keys of front matter and leaves every other byte unchanged: order, comments, quotes, unknown
 * keys. It replaces values at the positions that the YAML parser reports, since the YAML writer
 * would reformat everything.
 * @param header the YAML, including the final line ending
 * @returns undefined if the text has no such positions, as in a one-line flow mapping
 */
export function editFrontMatter(
  header: string,
  changes: Record<string, unknown>,
  lineEnding: '\n' | '\r\n',
): string | undefined {
  const { contents } = parseDocument(header, { logLevel: 'error' })
  if (contents !== null && (!isMap(contents) || contents.flow)) return undefined
  let edited = header === '' || header.endsWith('\n') ? header : `${header}${lineEnding}`
  const missing = new Map(Object.entries(changes))
  // From last to first, so that earlier positions stay valid.
  for (const { key, value } of [...(contents?.items ?? [])].reverse()) {
    const name = isScalar(key) ? String(key.value) : ''
    const wanted = missing.get(name)
    if (wanted === undefined) continue
    missing.delete(name)
    if (!isNode(value) || !value.range) return undefined
    edited = replaceValue(edited, value.range, wanted, lineEnding)
  }
  for (const [name, value] of missing) edited += `${write(name)}: ${write(value)}${lineEnding}`
  return edited
}

/** Replaces the value at a position. An empty value is located after the colon. */
function replaceValue(
  text: string,
  [start, end]: readonly [number, number, number],
  wanted: unknown,
  lineEnding: '\n' | '\r\n',
): string {
  const before = text.slice(0, start)
  // Keep blank lines after a block.
  const old = text.slice(start, end).trimEnd()
  const indent = /(?<![ \t])[ \t]*$/.exec(before)?.[0] ?? ''
  const isBlockList = /^-\s/.test(old) && Array.isArray(wanted) && wanted.length > 0
  const written = isBlockList
    ? wanted.map((item) => `- ${write(item)}`).join(`\n${indent}`)
    : write(wanted)
  return (
    before +
    (before.endsWith(':') ? ' ' : '') +
    withLineEndings(written, lineEnding) +
    text.slice(start + old.length)
  )
}
