import { parse } from 'yaml'
import { z } from 'zod'
import { newSlug } from './post'

/** A post as it is written into the database. */
export type PostDraft = {
  slug: string
  title: string
  summary: string
  content: string
  tags: string[]
  draft: boolean
  publishedAt: Date
}

/** Thrown for a file that is no post; the message says why, in words for its author. */
export class NotAPost extends Error {
  override name = 'NotAPost'
}

/** A date as blogs write it. Without a time it is midnight, without a zone UTC. */
const date = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/,
    'must be a date such as 2025-10-20 or 2025-10-20T09:30:00Z',
  )
  // JavaScript takes 31 February for 3 March.
  .refine((text) => new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10)), 'is a date that does not exist')
  .transform((text) => {
    const [day = '', rest = ''] = [text.slice(0, 10), text.slice(10).trim().replace(/^T/, '').replace(/\s+/, '')]
    const [, time = '', zone = ''] = /^([\d:.]*)(.*)$/.exec(rest) ?? []
    return new Date(`${day}T${time || '00:00'}${zone || 'Z'}`)
  })
  .refine((value) => !Number.isNaN(value.getTime()), 'is a date that does not exist')

const oneLine = z.union([z.string(), z.number().transform(String)]).transform((text) => text.trim())

const frontMatter = z.object({
  title: oneLine.optional(),
  slug: oneLine.pipe(newSlug).optional(),
  date: date.optional(),
  summary: oneLine.optional(),
  description: oneLine.optional(),
  tags: z.union([z.array(oneLine), z.string().transform((text) => text.split(',').map((tag) => tag.trim()))]).nullish(),
  draft: z.boolean().optional(),
})

/**
 * The text of a file. Read with a lenient decoder, each letter of an old encoding would become U+FFFD without a word.
 * @throws NotAPost where the bytes are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotAPost('it is not text in UTF-8')
  }
}

/**
 * Reads a Markdown file with YAML front matter. What is missing is looked for where blogs keep it: the date and the
 * slug in the file's name (`2025-10-20-hello.md`), the title in the first heading.
 *
 * @param name the file's name, without its folder
 * @throws NotAPost where it cannot be taken
 */
export function readPostFile(name: string, source: string): PostDraft {
  const { header, body } = split(source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const parsed = frontMatter.safeParse(header)
  if (!parsed.success) {
    throw new NotAPost(parsed.error.issues.map(({ path, message }) => `“${path.join('.') || 'front matter'}” ${message}`).join('; '))
  }
  const { data } = parsed
  const [, nameDate, nameSlug = ''] = /^(?:(\d{4}-\d{2}-\d{2})[-_])?(.*)\.(?:md|mdx|markdown)$/i.exec(name) ?? []
  const heading = /^#[ \t]+(.+)$/m.exec(body)
  const title = data.title ?? heading?.[1]?.trim()
  const slug = data.slug ?? newSlug.safeParse(nameSlug.trim().replaceAll(/\s+/g, '-')).data
  const publishedAt = data.date ?? date.safeParse(nameDate).data
  if (!title) throw new NotAPost('there is no “title”, and no heading to take it from')
  if (!slug) throw new NotAPost('there is no “slug”, and the file’s name makes none')
  if (!publishedAt) throw new NotAPost('there is no “date”')
  const summary = data.summary ?? data.description ?? ''
  const tags = [...new Set((data.tags ?? []).filter((tag) => tag !== ''))]
  // YAML's escapes can make what the file itself does not hold, so the texts are looked at, not the source.
  if ([title, summary, body, ...tags].some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new NotAPost('it holds a NUL or half of a surrogate pair, which no database takes')
  }
  return {
    slug,
    title,
    summary,
    // A title that was taken from the first heading would stand on the page twice.
    content: data.title === undefined && heading ? body.replace(heading[0], '').trimStart() : body,
    tags,
    draft: data.draft ?? false,
    publishedAt,
  }
}

function split(source: string): { header: unknown; body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/.exec(source)
  if (!match) return { header: {}, body: source }
  try {
    const header: unknown = parse(match[1] ?? '', { maxAliasCount: 10 }) ?? {}
    return { header, body: source.slice(match[0].length).replace(/^\n+/, '') }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new NotAPost(`its front matter is not YAML (${reason})`)
  }
}
