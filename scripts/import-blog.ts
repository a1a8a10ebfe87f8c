import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { type ImportedComments, importComments } from '@/lib/importers/comments/import-comments'
import { decodeText } from '@/lib/importers/files/read-post-file'
import { readGhostPosts } from '@/lib/importers/ghost/read-ghost-posts'
import type { ForeignFound, ForeignPost } from '@/lib/importers/imported-post'
import { saveForeignPost } from '@/lib/importers/save-imported-post'
import { readWxrPosts } from '@/lib/importers/wordpress/read-wxr-posts'
import { readLinkPreviews } from '@/lib/posts/editing/save-post'
import { emptyReport, type ImportReport, reasonOf } from './import-report'

type Options = { overwrite?: boolean | undefined; site?: string | undefined }

/** The first non-space character of a file, which distinguishes JSON from XML. */
function firstLetter(file: string): string {
  const start = Buffer.alloc(512)
  const descriptor = openSync(file, 'r')
  try {
    const length = readSync(descriptor, start)
    return start
      .subarray(0, length)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
      .slice(0, 1)
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the posts of an export, whose format is detected from its content. */
function readPosts(
  file: string,
  { site = '' }: Options,
): AsyncIterable<ForeignFound> | Iterable<ForeignFound> {
  const letter = firstLetter(file)
  if (letter === '{')
    return readGhostPosts(decodeText(readFileSync(file)), site.replace(/(?<!\/)\/+$/, ''))
  if (letter === '<') return readWxrPosts(() => createReadStream(file))
  throw new Error(`${file} is neither a folder nor an export of Ghost (JSON) or WordPress (XML).`)
}

/** Imports one post, or reports why it cannot. */
async function take(
  found: ForeignPost,
  slugs: Set<string>,
  report: ImportReport,
  { overwrite }: Options,
): Promise<void> {
  const { post, comments, lost } = found
  const refuse = (error: unknown) =>
    report.refused.push({ file: `“${post.title}”`, reason: reasonOf(error) })
  try {
    if (slugs.has(post.slug))
      throw new Error(`its slug “${post.slug}” is that of another post in this export`)
    slugs.add(post.slug)
    let imported: ImportedComments = { written: 0, lost: [] }
    const { isWritten, refusal } = await saveForeignPost(found, {
      overwrite,
      also: async (transaction, postId) => {
        imported = await importComments(transaction, postId, comments)
      },
    })
    report.comments += imported.written
    const what = [...(isWritten ? lost : []), ...imported.lost]
    if (what.length > 0) report.lost.push({ post: post.slug, what })
    if (refusal) refuse(refusal)
    else if (!isWritten) report.unchanged++
    if (!isWritten) return
    report.taken.push(post.slug)
    report.unread.push(...(await readLinkPreviews(post.content)))
  } catch (error) {
    refuse(error)
  }
}

/**
 * Imports the posts of a Ghost or WordPress export with their comments. A post that cannot be
 * imported does not stop the others.
 * @throws Error if the file is not such an export, before anything is written
 */
export async function importBlog(file: string, options: Options = {}): Promise<ImportReport> {
  const report = emptyReport()
  const slugs = new Set<string>()
  for await (const found of readPosts(file, options)) {
    if ('reason' in found) report.refused.push(found)
    else if ('lostByAll' in found) report.lostByAll.push(...found.lostByAll)
    else await take(found, slugs, report, options)
  }
  return report
}
