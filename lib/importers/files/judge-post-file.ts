import { createHash } from 'node:crypto'
import type { PostDraft } from '@/lib/posts/editing/post-draft'
import { composePostFile, type KnownFile } from './compose-post-file'
import { NotAPost } from './not-a-post'
import type { ReadPostFile } from './read-post-file'
import { readPostFile } from './read-post-file'
import { isSamePost } from './same-post'

/** A post that is here already, with the file it is known as. */
export type StandingPost = PostDraft & {
  id: number
  isDeleted: boolean
  /** The slugs it had before. */
  aliases: string[]
  file?: (KnownFile & { exportedHash: string | null }) | undefined
}

/** What is to be done with a file: nothing; note it as the post's file; write the post. */
export type FileVerdict = { act: 'nothing' } | { act: 'note' | 'write'; id?: number }

/** How a text that was handed out is recognised. */
export function hashOfFile(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

/** Which of the posts a file is: the one it was taken for before, the one of its slug, or one whose slug it names as an old one. */
function findPostOf(
  path: string,
  { post, aliases }: ReadPostFile,
  standing: readonly StandingPost[],
): StandingPost | undefined {
  const samePath = standing.filter(({ file }) => file?.path === path)
  return (
    samePath.find(
      ({ file }) => file && readPostFile(file.path, file.source).post.slug === post.slug,
    ) ??
    standing.find(({ slug }) => slug === post.slug) ??
    samePath.find(({ slug }) => aliases.includes(slug))
  )
}

/** Whether a post is as its file was when it last came in, or went out. */
function isUntouched({ file, aliases, ...post }: StandingPost): boolean {
  if (!file) return false
  if (isSamePost(readPostFile(file.path, file.source).post, post)) return true
  return (
    file.exportedHash !== null &&
    hashOfFile(composePostFile(file, post, aliases)) === file.exportedHash
  )
}

/**
 * Decides what becomes of a file that is read from a folder. A file that has not changed since it was taken changes nothing,
 * so that what was written in the admin area meanwhile stays; what changed on both sides is for its author to say.
 *
 * @param standing every post that the file could be: by its path, its slug, or an old slug
 * @param overwrite whether the file holds, whatever is here
 * @throws NotAPost where it cannot be taken
 */
export function judgePostFile(
  path: string,
  source: string,
  read: ReadPostFile,
  standing: readonly StandingPost[],
  overwrite: boolean,
): FileVerdict {
  const known = findPostOf(path, read, standing)
  if (!known) {
    const former = standing.find(({ aliases }) => aliases.includes(read.post.slug))
    if (former)
      throw new NotAPost(
        `“${read.post.slug}” is a slug that the post “${former.slug}” had before, and its readers still come by it`,
      )
    return { act: 'write' }
  }
  const { id, file } = known
  const isKnownText = file?.source === source
  // Old slugs may be new: they are noted with the file.
  const isBroughtBack = overwrite && known.isDeleted
  if (!isBroughtBack && (isSamePost(read.post, known) || (isKnownText && !overwrite)))
    return isKnownText && file.path === path ? { act: 'nothing' } : { act: 'note', id }
  if (overwrite || (!known.isDeleted && isUntouched(known))) return { act: 'write', id }
  if (known.isDeleted)
    throw new NotAPost(
      `the post “${known.slug}” was deleted in the admin area: restore it there, or take the file with --overwrite`,
    )
  if (file)
    throw new NotAPost(
      `both it and the post “${known.slug}” have changed since it was taken in: export the post, or take the file with --overwrite`,
    )
  throw new NotAPost(
    `there is a post “${known.slug}” already, which did not come from this folder: rename one of them, or take the file with --overwrite`,
  )
}
