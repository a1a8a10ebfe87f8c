import { normalizeImportedPost } from '@/lib/importers/normalize-imported-post'
import type { PostDraft } from '@/lib/posts/editing/post-draft'
import { newSlug } from '@/lib/posts/post'
import { aliasesOf } from './aliases-of'
import { type FrontMatter, readFrontMatter, writtenDate } from './front-matter'
import { NotAPost } from './not-a-post'
import { splitPostFile } from './split-post-file'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * The picture above a post, as front matter names it: `cover` and `cover_alt`, or both in one (`cover: { image, alt }`, as Hugo's themes have it).
 * @returns as it is written; empty texts where there is none. A path beside the file is none: nothing serves it
 */
function coverOf({ cover, cover_alt }: Pick<FrontMatter, 'cover' | 'cover_alt'>): {
  cover: string
  coverAlt: string
} {
  const isObject = typeof cover === 'object' && cover !== null
  const address = textOf(isObject && 'image' in cover ? cover.image : cover)
  const alt = textOf(cover_alt) || textOf(isObject && 'alt' in cover ? cover.alt : '')
  return /^(?:https?:\/)?\//i.test(address)
    ? { cover: address, coverAlt: alt }
    : { cover: '', coverAlt: '' }
}

/** What a file says: the post, and the slugs it had before. */
export type SaidByFile = { post: PostDraft; aliases: string[] }

/** The same, and what of the file could not be kept, in words. */
export type ReadPostFile = SaidByFile & { lost: string[] }

/**
 * The text of a file, its byte order mark included. Read with a lenient decoder, each letter of an old encoding would
 * become U+FFFD without a word.
 * @throws NotAPost where the bytes are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotAPost('it is not text in UTF-8')
  }
}

/** A post in a folder of its own, with its pictures beside it, is called as the folder is. */
function nameOf(path: string): string {
  const [name = '', folder] = path.split('/').reverse()
  return folder === undefined ? name : name.replace(/^_?index(?=\.\w+$)/i, folder)
}

const blankLines = /^(?:[ \t]*\n)+/
/** Before all other text: further down, it may be that of a section, or a comment in a block of code. */
const firstHeading = /^(?:[ \t]*\n)*#[ \t]+(.+)/

/**
 * Reads a Markdown file with YAML front matter. What is missing is looked for where blogs keep it: the date and the
 * slug in the file's name (`2025-10-20-hello.md`, `2025-10-20-hello/index.md`), the title in the first heading.
 *
 * @param path the file's, in the folder it comes from, parted by `/`
 * @throws NotAPost where it cannot be taken
 */
export function readPostFile(path: string, source: string): ReadPostFile {
  const parts = splitPostFile(source)
  const body = parts.body.replaceAll('\r\n', '\n')
  if (body.startsWith('+++\n') && parts.opening === '')
    throw new NotAPost('its front matter is TOML (“+++”): only YAML between “---” is read')
  const data = readFrontMatter(parts.header)
  const [, nameDate, nameSlug = ''] =
    /^(?:(\d{4}-\d{2}-\d{2})[-_])?(.*)\.(?:md|mdx|markdown)$/i.exec(nameOf(path)) ?? []
  const heading = firstHeading.exec(body)
  const title = data.title ?? heading?.[1]?.trim()
  const slug = data.slug ?? newSlug.safeParse(nameSlug.trim().replaceAll(/\s+/g, '-')).data
  const publishedAt = data.date ?? writtenDate.safeParse(nameDate).data
  if (!title) throw new NotAPost('there is no “title”, and no heading to take it from')
  if (!slug) throw new NotAPost('there is no “slug”, and the file’s name makes none')
  if (!publishedAt) throw new NotAPost('there is no “date”')
  const post = {
    slug,
    title,
    summary: data.summary ?? data.description ?? '',
    // A title that was taken from the first heading would stand on the page twice.
    content:
      data.title === undefined && heading
        ? body.slice(heading[0].length).replace(blankLines, '')
        : body,
    tags: [...new Set((data.tags ?? []).filter((tag) => tag !== ''))],
    draft: data.draft ?? data.published === false,
    publishedAt,
    ...coverOf(data),
  }
  refuseUnstorable(post, path, source)
  return { ...normalizeImportedPost(post), aliases: aliasesOf(data, slug) }
}

/** YAML's escapes can make what the file itself does not hold, so the texts are looked at, not the source alone. */
function refuseUnstorable(
  { title, summary, cover, coverAlt, tags }: PostDraft,
  ...texts: string[]
): void {
  if (
    [title, summary, cover, coverAlt, ...tags, ...texts].some(
      (text) => text.includes('\0') || !text.isWellFormed(),
    )
  ) {
    throw new NotAPost('it holds a NUL or half of a surrogate pair, which no database takes')
  }
}
