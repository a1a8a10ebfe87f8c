import { stringify } from 'yaml'
import type { PostDraft } from '@/lib/posts/editing/post-draft'
import { slugOfAlias } from './aliases-of'
import { editFrontMatter, type FrontMatterValue } from './edit-front-matter'
import { type FrontMatter, parseHeader, readFrontMatter } from './front-matter'
import { NotAPost } from './not-a-post'
import { readPostFile, type SaidByFile } from './read-post-file'
import { isSamePost } from './same-post'
import { lineEndOf, splitPostFile, withLineEnds } from './split-post-file'

/** A file as it was last taken in, or handed out. */
export type KnownFile = { path: string; source: string }

type Changes = Record<string, FrontMatterValue>

function dateText(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}

/** The aliases as they are written, and behind them the slugs that none of them means. */
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

/** The keys that say something else than the post does. */
function changesOf(header: FrontMatter, was: SaidByFile, { post, aliases }: SaidByFile): Changes {
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

function allKeys({ post, aliases }: SaidByFile): Changes {
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

/** A file for a post that came from none. */
export function composeNewFile(wanted: SaidByFile): string {
  return `---\n${editFrontMatter('', allKeys(wanted), '\n') ?? ''}---\n\n${wanted.post.content.replaceAll('\r\n', '\n').replace(/^\n+/, '')}`
}

/** The file with the changed keys alone set anew; undefined where its YAML has no places for them. */
function editFile(file: KnownFile, was: SaidByFile, wanted: SaidByFile): string | undefined {
  const { mark, opening, header, closing, body } = splitPostFile(file.source)
  const lineEnd = lineEndOf(file.source)
  const data = readFrontMatter(header)
  const changes = changesOf(data, was, wanted)
  const isOtherBody = !isSamePost({ ...wanted.post, content: was.post.content }, wanted.post)
  // A title that stands in the first heading goes into the front matter, once the one or the other is changed.
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

/** The file with its front matter written anew, all keys it had included: their layout is lost, what they say is not. */
function rewriteFile(file: KnownFile, wanted: SaidByFile): string {
  const { header, mark } = splitPostFile(file.source)
  const own = [
    'title',
    'slug',
    'date',
    'summary',
    'description',
    'tags',
    'cover',
    'cover_alt',
    'aliases',
    'redirect_from',
    'draft',
    'published',
  ]
  const data = parseHeader(header)
  const others =
    typeof data === 'object' && data !== null
      ? Object.entries(data).filter(([key]) => !own.includes(key))
      : []
  const yaml = stringify(Object.fromEntries([...Object.entries(allKeys(wanted)), ...others]), {
    lineWidth: 0,
  })
  const content = wanted.post.content.replace(/^\n+/, '')
  return mark + withLineEnds(`---\n${yaml}---\n\n${content}`, lineEndOf(file.source))
}

/**
 * A post as a file. One that came from a file is that file: to the byte where the post is as it was taken in, and
 * otherwise with the changed keys, or the changed body, in place of what stood there.
 *
 * @param aliases the slugs the post had before
 */
export function composePostFile(
  file: KnownFile | undefined,
  post: PostDraft,
  aliases: readonly string[],
): string {
  const wanted = { post, aliases: [...aliases] }
  if (!file) return composeNewFile(wanted)
  const was = readTaken(file)
  if (!was) return composeNewFile(wanted)
  if (saysIt(was, wanted)) return file.source
  const edited = editFile(file, was, wanted)
  if (edited !== undefined && isReadAs(file.path, edited, wanted)) return edited
  return rewriteFile(file, wanted)
}

/** Undefined for a file that was taken under other rules than hold today, and is no post by them. */
function readTaken({ path, source }: KnownFile): SaidByFile | undefined {
  try {
    return readPostFile(path, source)
  } catch (error) {
    if (error instanceof NotAPost) return undefined
    throw error
  }
}

/** Whether a file leaves nothing of a post to be said. It may know of more old slugs: they lead elsewhere by now. */
function saysIt(file: SaidByFile, wanted: SaidByFile): boolean {
  return (
    isSamePost(file.post, wanted.post) &&
    wanted.aliases.every((alias) => file.aliases.includes(alias))
  )
}

function isReadAs(path: string, source: string, wanted: SaidByFile): boolean {
  try {
    return saysIt(readPostFile(path, source), wanted)
  } catch {
    // What was spliced is no YAML any more: the caller writes it anew.
    return false
  }
}
