import 'server-only'
import { inTransaction } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { importErrorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'
import { NotAPost } from '@/lib/importers/imported-post'
import { type PostDraft, writePost } from '@/lib/importers/write-post'
import { composePostFile, isSamePost, readImported } from './compose-post-file'
import {
  type ExistingPost,
  findExistingPosts,
  hashOfFile,
  refuseFormerSlug,
} from './existing-posts'
import { type ReadPostFile, readPostFile } from './read-post-file'

/** The action for a file: nothing, record it as the file of `known`, or write the post. */
type FileVerdict = { act: 'nothing' | 'note' | 'write'; known?: ExistingPost }

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
    samePath.find(({ file }) => file && readImported(file)?.post.slug === post.slug) ??
    existing.find(({ slug }) => slug === post.slug) ??
    samePath.find(({ slug }) => aliases.includes(slug))
  )
}

/** Returns whether a post is unchanged since its file was last imported or exported. */
function isUntouched({ file, aliases, isChanged, ...post }: ExistingPost): boolean {
  if (!file || isChanged) return false
  const imported = readImported(file)
  return (
    (imported !== undefined && isSamePost(imported.post, post)) ||
    (file.exportedHash !== null &&
      hashOfFile(composePostFile(file, post, aliases)) === file.exportedHash)
  )
}

/**
 * Decides how to import a file. A file that is unchanged since its last import changes nothing, so
 * that edits in the admin area stay. If both sides changed, the author must decide.
 */
function judge(
  path: string,
  source: string,
  read: ReadPostFile,
  existing: readonly ExistingPost[],
  overwrite: boolean,
): FileVerdict {
  const known = findPostOf(path, read, existing)
  if (!known) {
    refuseFormerSlug(read.post.slug, existing)
    return { act: 'write' }
  }
  const { slug, file, isDeleted } = known
  const isKnownText = file?.source === source
  const isUpToDate = isSamePost(read.post, known) || (isKnownText && !overwrite)
  // The file may contain new aliases, which are stored with it.
  if (isUpToDate && !(overwrite && isDeleted))
    return { act: isKnownText && file.path === path ? 'nothing' : 'note', known }
  if (overwrite || (!isDeleted && isUntouched(known))) return { act: 'write', known }
  const reason = isDeleted ? 'deletedHere' : file ? 'bothChanged' : 'exists'
  throw new NotAPost(importErrorText(reason, { slug }))
}

/** Stores previous slugs of a post; existing redirects are unchanged. */
async function writeAliases(
  transaction: Prisma.TransactionClient,
  postId: number,
  slugs: readonly string[],
): Promise<void> {
  await transaction.postRedirect.createMany({
    data: slugs.map((slug) => ({ slug, postId })),
    skipDuplicates: true,
  })
}

/**
 * Imports a Markdown file into the database in one transaction.
 * @param path the path within its folder, separated by `/`
 * @param source its text, including a byte order mark
 * @param options.overwrite imports the file regardless of changes here
 * @returns whether the post was written; `lost` describes the data that could not be kept,
 * including previous slugs that belong to other posts
 * @throws NotAPost if it cannot be imported; DatabaseUnavailable
 */
export async function importPostFile(
  path: string,
  source: string,
  { overwrite = false } = {},
): Promise<{ isWritten: boolean; lost: string[] }> {
  const read = readPostFile(path, source)
  const { post, aliases } = read
  const existing = await findExistingPosts(path, [post.slug, ...aliases])
  const { act, known } = judge(path, source, read, existing, overwrite)
  if (act === 'nothing') return { isWritten: false, lost: [] }
  const others = existing.filter(({ id }) => id !== known?.id)
  const isTaken = (alias: string) =>
    others.some(({ slug, aliases: old }) => slug === alias || old.includes(alias))
  await inTransaction(async (transaction) => {
    const id = act === 'note' && known ? known.id : await write(transaction, post, known)
    await writeAliases(
      transaction,
      id,
      aliases.filter((alias) => !isTaken(alias)),
    )
    const file = { path, source, exportedHash: null }
    await transaction.postFile.upsert({
      where: { postId: id },
      create: { postId: id, ...file },
      update: file,
    })
  })
  const isWritten = act === 'write'
  const t = translator('importLosses')
  const lost = aliases.filter(isTaken).map((slug) => t('alias', { slug }))
  return { isWritten, lost: isWritten ? [...read.lost, ...lost] : lost }
}

/** Writes a post; if its slug changed, the old one redirects to it. */
async function write(
  transaction: Prisma.TransactionClient,
  post: PostDraft,
  known: ExistingPost | undefined,
): Promise<number> {
  if (known && known.slug !== post.slug) {
    await transaction.post.update({ where: { id: known.id }, data: { slug: post.slug } })
    await writeAliases(transaction, known.id, [known.slug])
  }
  return writePost(transaction, post)
}
