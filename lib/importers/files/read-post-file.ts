import { importErrorText } from '@/lib/i18n/error-text'
import { NotAPost } from '@/lib/importers/imported-post'
import { normaliseImportedPost } from '@/lib/importers/normalise-imported-post'
import type { PostDraft } from '@/lib/importers/write-post'
import { newSlug, type SearchOptions } from '@/lib/posts/post'
import { aliasesOf, type FrontMatter, readFrontMatter, writtenDate } from './front-matter'
import { splitPostFile } from './split-post-file'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Returns the cover in front matter: `cover` and `cover_alt`, or both in one (`cover: { image, alt
 * }`, as in Hugo's themes).
 * @returns the values as written; empty strings without a cover, or for a relative path, which is
 * not served
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

/** Returns the options in front matter. Importing keeps those of the post that are missing. */
function searchOptionsOf(data: FrontMatter): Partial<SearchOptions> {
  const { meta_title, meta_description, social_image, canonical_url, noindex } = data
  return {
    ...(meta_title !== undefined && { metaTitle: meta_title }),
    ...(meta_description !== undefined && { metaDescription: meta_description }),
    ...(social_image !== undefined && { socialImage: social_image }),
    ...(canonical_url !== undefined && { canonical: canonical_url }),
    ...(noindex !== undefined && { noindex }),
  }
}

/** Returns whether PostgreSQL can store a string. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The content of a file: the post and its previous slugs. */
export type FileContent = { post: PostDraft; aliases: string[] }

/** The content of a file, and descriptions of the data that could not be kept. */
export type ReadPostFile = FileContent & { lost: string[] }

/**
 * Decodes a file as UTF-8 and keeps its byte order mark. A lenient decoder would silently replace
 * letters of other encodings with U+FFFD.
 * @throws NotAPost if the bytes are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotAPost(importErrorText('utf8'))
  }
}

/** Returns the file name, or the folder name for a post with its own folder (`hello/index.md`). */
function nameOf(path: string): string {
  const [name = '', folder] = path.split('/').reverse()
  return folder === undefined ? name : name.replace(/^_?index(?=\.\w+$)/i, folder)
}

const blankLines = /^(?:[ \t]*\n)+/
/** A heading at the beginning. A later one may belong to a section or a code block. */
const firstHeading = /^(?:[ \t]*\n)*#[ \t]+(.+)/

/**
 * Parses a Markdown file with YAML front matter. Missing values come from the usual places: date
 * and slug from the file name (`2025-10-20-hello.md`, `2025-10-20-hello/index.md`), the title from
 * the first heading.
 * @param path the path within its folder, separated by `/`
 * @throws NotAPost if it cannot be imported
 */
export function readPostFile(path: string, source: string): ReadPostFile {
  const parts = splitPostFile(source)
  const body = parts.body.replaceAll('\r\n', '\n')
  if (body.startsWith('+++\n') && parts.opening === '') throw new NotAPost(importErrorText('toml'))
  const data = readFrontMatter(parts.header)
  const [, nameDate, nameSlug = ''] =
    /^(?:(\d{4}-\d{2}-\d{2})[-_])?(.*)\.(?:md|mdx|markdown)$/i.exec(nameOf(path)) ?? []
  const heading = firstHeading.exec(body)
  const title = data.title ?? heading?.[1]?.trim()
  const slug = data.slug ?? newSlug.safeParse(nameSlug.trim().replaceAll(/\s+/g, '-')).data
  const publishedAt = data.date ?? writtenDate.safeParse(nameDate).data
  if (!title) throw new NotAPost(importErrorText('missing', { key: 'title' }))
  if (!slug) throw new NotAPost(importErrorText('missing', { key: 'slug' }))
  if (!publishedAt) throw new NotAPost(importErrorText('missing', { key: 'date' }))
  const post = {
    slug,
    title,
    summary: data.summary ?? data.description ?? '',
    // A title taken from the first heading would appear on the page twice.
    content:
      data.title === undefined && heading
        ? body.slice(heading[0].length).replace(blankLines, '')
        : body,
    tags: [...new Set((data.tags ?? []).filter((tag) => tag !== ''))],
    draft: data.draft ?? data.published === false,
    isPage: data.page === true,
    publishedAt,
    ...coverOf(data),
    ...searchOptionsOf(data),
  }
  // YAML escapes can produce such characters, too.
  const texts = [path, source, ...Object.values(post).flat()].join('\n')
  if (!isStorable(texts)) throw new NotAPost(importErrorText('unstorable'))
  return { ...normaliseImportedPost(post), aliases: aliasesOf(data, slug) }
}
