import { createHash } from 'node:crypto'
import { NotAPost } from '@/lib/importers/imported-post'
import type { PostDraft } from '@/lib/posts/editing/save-post'
import { composePostFile, isSamePost, type KnownFile } from './compose-post-file'
import type { ReadPostFile } from './read-post-file'
import { readPostFile } from './read-post-file'

/** An existing post with its known file. */
export type ExistingPost = PostDraft & {
  id: number
  isDeleted: boolean
  /** The previous slugs. */
  aliases: string[]
  file?: (KnownFile & { exportedHash: string | null }) | undefined
}

/** The action for a file: nothing, record it as the post's file, or write the post. */
export type FileVerdict = { act: 'nothing' } | { act: 'note' | 'write'; id?: number }

/** Returns the hash by which an exported text is recognised. */
export function hashOfFile(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

/**
 * Finds the post of a file: the one it was imported as, the one with its slug, or the one whose
 * slug it lists as an alias.
 */
function findPostOf(
  path: string,
  { post, aliases }: ReadPostFile,
  existing: readonly ExistingPost[],
): ExistingPost | undefined {
  const samePath = existing.filter(({ file }) => file?.path === path)
  return (
    samePath.find(
      ({ file }) => file && readPostFile(file.path, file.source).post.slug === post.slug,
    ) ??
    existing.find(({ slug }) => slug === post.slug) ??
    samePath.find(({ slug }) => aliases.includes(slug))
  )
}

/** Returns whether a post is unchanged since its file was last imported or exported. */
function isUntouched({ file, aliases, ...post }: ExistingPost): boolean {
  if (!file) return false
  if (isSamePost(readPostFile(file.path, file.source).post, post)) return true
  return (
    file.exportedHash !== null &&
    hashOfFile(composePostFile(file, post, aliases)) === file.exportedHash
  )
}

/**
 * Decides how to import a file from a folder. A file that is unchanged since its last import
 * changes nothing, so that edits in the admin area stay. If both sides changed, the author must
 * decide.
 * @param existing all posts that the file may belong to: by path, slug or old slug
 * @param overwrite imports the file regardless of changes here
 * @throws NotAPost if it cannot be imported
 */
export function judgePostFile(
  path: string,
  source: string,
  read: ReadPostFile,
  existing: readonly ExistingPost[],
  overwrite: boolean,
): FileVerdict {
  const known = findPostOf(path, read, existing)
  if (!known) {
    const former = existing.find(({ aliases }) => aliases.includes(read.post.slug))
    if (former)
      throw new NotAPost(
        `“${read.post.slug}” is a slug that the post “${former.slug}” had before, and its ` +
          'readers still come by it',
      )
    return { act: 'write' }
  }
  const { id, file } = known
  const isKnownText = file?.source === source
  // The file may contain new aliases, which are stored with it.
  const isBroughtBack = overwrite && known.isDeleted
  if (!isBroughtBack && (isSamePost(read.post, known) || (isKnownText && !overwrite)))
    return isKnownText && file.path === path ? { act: 'nothing' } : { act: 'note', id }
  if (overwrite || (!known.isDeleted && isUntouched(known))) return { act: 'write', id }
  if (known.isDeleted)
    throw new NotAPost(
      `the post “${known.slug}” was deleted in the admin area: restore it there, or take the ` +
        'file with --overwrite',
    )
  if (file)
    throw new NotAPost(
      `both it and the post “${known.slug}” have changed since it was taken in: export the ` +
        'post, or take the file with --overwrite',
    )
  throw new NotAPost(
    `there is a post “${known.slug}” already, which did not come from this folder: rename ` +
      'one of them, or take the file with --overwrite',
  )
}
