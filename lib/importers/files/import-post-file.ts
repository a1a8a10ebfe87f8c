import 'server-only'
import { query } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { writePost } from '@/lib/posts/editing/save-post'
import { findExistingPosts } from './existing-posts'
import { judgePostFile } from './judge-post-file'
import { readPostFile } from './read-post-file'

/** Stores previous slugs of a post; existing redirects are unchanged. */
async function writeAliases(
  transaction: Prisma.TransactionClient,
  postId: number,
  slugs: readonly string[],
): Promise<void> {
  if (slugs.length === 0) return
  await transaction.postRedirect.createMany({
    data: slugs.map((slug) => ({ slug, postId })),
    skipDuplicates: true,
  })
}

/**
 * The result of importing a file; `lost` describes the data that could not be kept, including old
 * slugs of other posts.
 */
export type ImportedPostFile = { slug: string; content: string; isWritten: boolean; lost: string[] }

/**
 * Imports a Markdown file into the database in one transaction.
 * @param path the path within its folder, separated by `/`
 * @param source its text, including a byte order mark
 * @throws NotAPost if it cannot be imported; DatabaseUnavailable
 */
export async function importPostFile(
  path: string,
  source: string,
  { overwrite = false } = {},
): Promise<ImportedPostFile> {
  const read = readPostFile(path, source)
  const { post, aliases } = read
  const existing = await findExistingPosts(path, [post.slug, ...aliases])
  const verdict = judgePostFile(path, source, read, existing, overwrite)
  const known = existing.find(({ id }) => 'id' in verdict && id === verdict.id)
  if (verdict.act === 'nothing')
    return { slug: post.slug, content: post.content, isWritten: false, lost: [] }
  const others = existing.filter(({ id }) => id !== known?.id)
  const lostAliases = aliases.filter((alias) =>
    others.some(({ slug, aliases: old }) => slug === alias || old.includes(alias)),
  )
  await query((client) =>
    client.$transaction(async (transaction) => {
      const id = verdict.act === 'note' && known ? known.id : await write(transaction, post, known)
      await writeAliases(
        transaction,
        id,
        aliases.filter((alias) => !lostAliases.includes(alias)),
      )
      const file = { path, source, exportedHash: null }
      await transaction.postFile.upsert({
        where: { postId: id },
        create: { postId: id, ...file },
        update: file,
      })
    }),
  )
  const isWritten = verdict.act === 'write'
  const lost = lostAliases.map((alias) => `the old slug “${alias}” is that of another post`)
  return {
    slug: post.slug,
    content: post.content,
    isWritten,
    lost: isWritten ? [...read.lost, ...lost] : lost,
  }
}

/** Writes a post; if its slug changed, the old one redirects to it. */
async function write(
  transaction: Prisma.TransactionClient,
  post: Parameters<typeof writePost>[1],
  known: { id: number; slug: string } | undefined,
): Promise<number> {
  if (known && known.slug !== post.slug) {
    await transaction.post.update({ where: { id: known.id }, data: { slug: post.slug } })
    await writeAliases(transaction, known.id, [known.slug])
  }
  await transaction.postRedirect.deleteMany({ where: { slug: post.slug } })
  return writePost(transaction, post)
}
