import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { NotAPost } from '@/lib/importers/imported-post'
import type { PostDraft } from '@/lib/importers/write-post'
import { lineEndingOf, withLineEndings } from '@/lib/text/line-endings'
import {
  editFrontMatter,
  type FrontMatter,
  ownKeys,
  parseHeader,
  readFrontMatter,
  slugOfAlias,
} from './front-matter'
import { type FileContent, readPostFile } from './read-post-file'
import { splitPostFile } from './split-post-file'

/** A file as it was last imported or exported. */
export type KnownFile = { path: string; source: string }

type Changes = Record<string, unknown>

/** Returns the existing aliases plus the slugs that they do not cover. */
function aliasChange(
  { aliases, redirect_from }: FrontMatter,
  known: readonly string[],
  wanted: readonly string[],
): Changes {
  const added = wanted.filter((slug) => !known.includes(slug))
  if (added.length === 0) return {}
  const key = aliases || !redirect_from ? 'aliases' : 'redirect_from'
  const written = (key === 'aliases' ? aliases : redirect_from) ?? []
  return {
    [key]: [...written.filter((alias) => alias.includes('/') || slugOfAlias(alias)), ...added],
  }
}

/** Returns the values of a post by their keys in front matter, as a file can represent them. */
function valuesOf({ slug, publishedAt, tags, draft, isPage = false, ...post }: PostDraft): Changes {
  const date = publishedAt.toISOString().replace('.000Z', 'Z')
  return {
    title: post.title.trim(),
    slug,
    date,
    summary: post.summary.trim(),
    tags: tags.map((tag) => tag.trim()),
    cover: post.cover.trim(),
    cover_alt: post.coverAlt.trim(),
    meta_title: (post.metaTitle ?? '').trim(),
    meta_description: (post.metaDescription ?? '').trim(),
    social_image: (post.socialImage ?? '').trim(),
    // The editor accepts a URL with spaces, but a file does not.
    canonical_url: (post.canonical ?? '').trim().replaceAll(/\s/g, encodeURIComponent),
    noindex: post.noindex ?? false,
    draft,
    page: isPage,
  }
}

/** Returns the text of a post as a file can represent it. */
const bodyOf = ({ content }: PostDraft) => content.replaceAll('\r\n', '\n').replace(/^\n+/, '')

/** Returns the keys whose values differ from the post. */
function changesOf(header: FrontMatter, old: FileContent, { post, aliases }: FileContent): Changes {
  const before = valuesOf(old.post)
  const { summary, ...changes } = Object.fromEntries(
    Object.entries(valuesOf(post)).filter(([key, value]) => !isDeepStrictEqual(before[key], value)),
  )
  const isDescription = header.summary == null && header.description != null
  return {
    ...aliasChange(header, old.aliases, aliases),
    ...changes,
    ...(summary !== undefined && { [isDescription ? 'description' : 'summary']: summary }),
  }
}

/** Returns all values that are not empty, which is the default. */
function allKeys({ post, aliases }: FileContent): Changes {
  return Object.fromEntries(
    Object.entries({ ...valuesOf(post), aliases }).filter(
      ([, value]) => value && !isDeepStrictEqual(value, []),
    ),
  )
}

/**
 * Composes a file with new front matter. Other keys of its previous text are kept, but not their
 * layout.
 * @param source the previous text; empty for a post without a file
 */
function composeNewFile(source: string, wanted: FileContent): string {
  const { header, mark } = splitPostFile(source)
  const data = z.record(z.string(), z.unknown()).catch({}).parse(parseHeader(header))
  const others = Object.entries(data).filter(([key]) => !ownKeys.includes(key))
  const yaml = editFrontMatter('', { ...allKeys(wanted), ...Object.fromEntries(others) }, '\n')
  const content = bodyOf(wanted.post)
  return mark + withLineEndings(`---\n${yaml ?? ''}---\n\n${content}`, lineEndingOf(source))
}

/** Replaces only the changed keys of a file; returns undefined if its YAML does not allow that. */
function editFile(file: KnownFile, old: FileContent, wanted: FileContent): string | undefined {
  const { mark, opening, header, closing, body } = splitPostFile(file.source)
  const eol = lineEndingOf(file.source)
  const data = readFrontMatter(header)
  const changes = changesOf(data, old, wanted)
  const isOtherBody = bodyOf(old.post) !== bodyOf(wanted.post)
  // When the title or the body changes, a title in the first heading moves to the front matter.
  const isHeading = data.title === undefined && (isOtherBody || 'title' in changes)
  const edited = editFrontMatter(
    header,
    isHeading ? { title: wanted.post.title, ...changes } : changes,
    eol,
  )
  if (edited === undefined) return undefined
  const words = isOtherBody || isHeading ? withLineEndings(bodyOf(wanted.post), eol) : body
  if (edited === '') return mark + words
  return mark + (opening || `---${eol}`) + edited + (closing || `---${eol}${eol}`) + words
}

/**
 * Returns a post as a file. The file of an unchanged post is returned byte for byte. Otherwise,
 * only the changed keys or the body are replaced.
 * @param aliases the previous slugs of the post
 */
export function composePostFile(
  file: KnownFile | undefined,
  post: PostDraft,
  aliases: readonly string[],
): string {
  const wanted = { post, aliases: [...aliases] }
  const old = file && readImported(file)
  if (!old) return composeNewFile('', wanted)
  if (containsAll(old, wanted)) return file.source
  const edited = editFile(file, old, wanted)
  const read = edited === undefined ? undefined : readImported({ path: file.path, source: edited })
  return edited !== undefined && read && containsAll(read, wanted)
    ? edited
    : composeNewFile(file.source, wanted)
}

/** Parses a stored file; undefined if it is not valid under the current rules. */
export function readImported({ path, source }: KnownFile): FileContent | undefined {
  try {
    return readPostFile(path, source)
  } catch (error) {
    if (error instanceof NotAPost) return undefined
    throw error
  }
}

/**
 * Returns whether a file contains all data of a post. It may contain additional old slugs, which
 * now belong to other posts.
 */
function containsAll(file: FileContent, wanted: FileContent): boolean {
  return (
    haveSameFile(file.post, wanted.post) &&
    wanted.aliases.every((alias) => file.aliases.includes(alias))
  )
}

/**
 * Returns whether a post is as in its file. The file may lack the options for search engines and
 * social media, which importing it then keeps.
 */
export function isSamePost(file: PostDraft, post: PostDraft): boolean {
  return haveSameFile({ ...post, ...file }, post)
}

const haveSameFile = (one: PostDraft, other: PostDraft): boolean =>
  bodyOf(one) === bodyOf(other) && isDeepStrictEqual(valuesOf(one), valuesOf(other))
