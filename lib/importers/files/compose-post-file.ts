import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { z } from 'zod'
import { NotAPost } from '@/lib/importers/imported-post'
import type { PostDraft } from '@/lib/posts/editing/save-post'
import {
  editFrontMatter,
  type FrontMatter,
  type FrontMatterValue,
  parseHeader,
  readFrontMatter,
  slugOfAlias,
} from './front-matter'
import { type FileContent, readPostFile } from './read-post-file'
import { lineEndOf, splitPostFile, withLineEnds } from './split-post-file'

/** A file as it was last imported or exported. */
export type KnownFile = { path: string; source: string }

type Changes = Record<string, FrontMatterValue>

function dateText(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}

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

/** Returns the keys whose values differ from the post. */
function changesOf(header: FrontMatter, was: FileContent, { post, aliases }: FileContent): Changes {
  const changes: Changes = aliasChange(header, was.aliases, aliases)
  for (const key of ['title', 'slug', 'draft'] as const)
    if (was.post[key] !== post[key]) changes[key] = post[key]
  if (was.post.publishedAt.getTime() !== post.publishedAt.getTime())
    changes.date = dateText(post.publishedAt)
  if (was.post.summary !== post.summary)
    changes[header.summary == null && header.description != null ? 'description' : 'summary'] =
      post.summary
  if (was.post.tags.join('\n') !== post.tags.join('\n')) changes.tags = post.tags
  if (was.post.cover !== post.cover) changes.cover = post.cover
  if (was.post.coverAlt !== post.coverAlt) changes.cover_alt = post.coverAlt
  return changes
}

function allKeys({ post, aliases }: FileContent): Changes {
  return {
    title: post.title,
    slug: post.slug,
    date: dateText(post.publishedAt),
    ...(post.summary !== '' && { summary: post.summary }),
    ...(post.tags.length > 0 && { tags: post.tags }),
    ...(post.cover !== '' && { cover: post.cover }),
    ...(post.coverAlt !== '' && { cover_alt: post.coverAlt }),
    ...(aliases.length > 0 && { aliases }),
    ...(post.draft && { draft: true }),
  }
}

/** Composes a file for a post without one. */
function composeNewFile(wanted: FileContent): string {
  return (
    `---\n${editFrontMatter('', allKeys(wanted), '\n') ?? ''}---\n\n` +
    `${wanted.post.content.replaceAll('\r\n', '\n').replace(/^\n+/, '')}`
  )
}

/** Replaces only the changed keys of a file; returns undefined if its YAML does not allow that. */
function editFile(file: KnownFile, was: FileContent, wanted: FileContent): string | undefined {
  const { mark, opening, header, closing, body } = splitPostFile(file.source)
  const lineEnd = lineEndOf(file.source)
  const data = readFrontMatter(header)
  const changes = changesOf(data, was, wanted)
  const isOtherBody = !isSamePost({ ...wanted.post, content: was.post.content }, wanted.post)
  // When the title or the body changes, a title in the first heading moves to the front matter.
  const isHeading = data.title === undefined && (isOtherBody || 'title' in changes)
  const edited = editFrontMatter(
    header,
    isHeading ? { title: wanted.post.title, ...changes } : changes,
    lineEnd,
  )
  if (edited === undefined) return undefined
  const words =
    isOtherBody || isHeading ? withLineEnds(wanted.post.content.replace(/^\n+/, ''), lineEnd) : body
  if (edited === '') return mark + words
  return (
    mark + (opening || `---${lineEnd}`) + edited + (closing || `---${lineEnd}${lineEnd}`) + words
  )
}

const ownKeys = [
  ...['title', 'slug', 'date', 'summary', 'description', 'tags', 'cover', 'cover_alt'],
  ...['aliases', 'redirect_from', 'draft', 'published'],
]

/** Rewrites the front matter with all its keys, which loses only their layout. */
function rewriteFile(file: KnownFile, wanted: FileContent): string {
  const { header, mark } = splitPostFile(file.source)
  const data = z.record(z.string(), z.unknown()).catch({}).parse(parseHeader(header))
  const others = Object.entries(data).filter(([key]) => !ownKeys.includes(key))
  const yaml = stringify(Object.fromEntries([...Object.entries(allKeys(wanted)), ...others]), {
    lineWidth: 0,
  })
  const content = wanted.post.content.replace(/^\n+/, '')
  return mark + withLineEnds(`---\n${yaml}---\n\n${content}`, lineEndOf(file.source))
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
  const was = file && readImported(file)
  if (!was) return composeNewFile(wanted)
  if (expresses(was, wanted)) return file.source
  const edited = editFile(file, was, wanted)
  if (edited !== undefined && isReadAs(file.path, edited, wanted)) return edited
  return rewriteFile(file, wanted)
}

/** Parses an imported file; undefined if it is not valid under the current rules. */
function readImported({ path, source }: KnownFile): FileContent | undefined {
  try {
    return readPostFile(path, source)
  } catch (error) {
    if (error instanceof NotAPost) return undefined
    throw error
  }
}

/**
 * Returns whether a file expresses all of a post. It may contain additional old slugs, which now
 * belong to others.
 */
function expresses(file: FileContent, wanted: FileContent): boolean {
  return (
    isSamePost(file.post, wanted.post) &&
    wanted.aliases.every((alias) => file.aliases.includes(alias))
  )
}

function isReadAs(path: string, source: string, wanted: FileContent): boolean {
  try {
    return expresses(readPostFile(path, source), wanted)
  } catch {
    // The edited text is not valid YAML, so the caller rewrites the file.
    return false
  }
}

/** Returns the values as a file can express them: trimmed, and without blank lines first. */
function asWritten({
  slug,
  title,
  summary,
  content,
  tags,
  draft,
  publishedAt,
  ...post
}: PostDraft) {
  return [
    [slug, title, summary, post.cover, post.coverAlt, ...tags].map((text) => text.trim()),
    content.replaceAll('\r\n', '\n').replace(/^\n+/, ''),
    draft,
    publishedAt.getTime(),
  ]
}

/** Returns whether two posts have the same file. */
export function isSamePost(one: PostDraft, other: PostDraft): boolean {
  return isDeepStrictEqual(asWritten(one), asWritten(other))
}
