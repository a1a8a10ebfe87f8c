/**
 * Imports posts from a folder of Markdown files, a Ghost export (JSON) or a WordPress export (WXR).
 */
import 'server-only'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { inTransaction, query } from '@/lib/db/client'
import { messageOf } from '@/lib/errors'
import { importErrorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'
import { describeLosses } from '@/lib/importers/comments/describe-report'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { isSamePost } from '@/lib/importers/files/compose-post-file'
import { findExistingPosts, refuseFormerSlug } from '@/lib/importers/files/existing-posts'
import { importPostFile } from '@/lib/importers/files/import-post-file'
import { decodeText, readPostFile } from '@/lib/importers/files/read-post-file'
import { readGhostPosts } from '@/lib/importers/ghost/read-ghost-posts'
import { type ForeignFound, type ForeignPost, NotAPost } from '@/lib/importers/imported-post'
import { readWxrPosts } from '@/lib/importers/wordpress/read-wxr-posts'
import { type PostDraft, writePost } from '@/lib/importers/write-post'
import { fetchMissingPreviews } from '@/lib/posts/link-cards/fetch-missing-previews'
import { parseUrl } from '@/lib/text/parse-url'

/** The result of an import, which `--report FILE` writes. */
export class PostImportReport {
  /** Slugs of the imported posts. */
  taken: string[] = []
  /** Number of unchanged posts and files. */
  unchanged = 0
  /** Number of comments that were added or updated. */
  comments = 0
  /** Losses of comments, including comments that were not imported. */
  commentLosses: string[] = []
  refused: { file: string; reason: string }[] = []
  /** Content of single posts that could not be kept. */
  lost: { post: string; what: string[] }[] = []
  /** Content of the whole blog that could not be kept. */
  lostByAll: string[] = []
  /** Links without a card. */
  unread: { url: string; reason: string }[] = []
}

type Options = {
  /** Replaces posts that were edited here. */
  overwrite?: boolean | undefined
  /** The address of a Ghost blog, which its export lacks. */
  site?: string | undefined
  /** Called after each post with the number of posts so far. */
  onProgress?: (done: number) => Promise<void>
  /** Stops the import after the current post. */
  signal?: AbortSignal
}

/**
 * Reports the progress after a post.
 * @throws the reason of an aborted signal
 */
async function showProgress(
  { taken, unchanged, refused }: PostImportReport,
  { onProgress, signal }: Options,
): Promise<void> {
  signal?.throwIfAborted()
  await onProgress?.(taken.length + unchanged + refused.length)
}

/** Bytes. Far above any post, and small enough for a query of a few seconds. */
const fileBytesMax = 8 * 2 ** 20

/**
 * Returns the paths of the Markdown files below a folder, separated by `/` and sorted. Hidden files
 * are ignored.
 */
function findFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter(
      (file) =>
        /\.(?:md|mdx|markdown)$/i.test(file) &&
        !file.split('/').some((part) => part === 'node_modules' || /^\.(?!md)/.test(part)),
    )
    .sort()
}

function readSource(directory: string, file: string): string {
  const place = path.join(directory, file)
  if (file.includes('\uFFFD') && !statSync(place, { throwIfNoEntry: false }))
    throw new NotAPost(importErrorText('utf8'))
  const { size } = statSync(place)
  if (size > fileBytesMax)
    throw new NotAPost(importErrorText('tooLarge', { max: fileBytesMax / 2 ** 20 }))
  return decodeText(readFileSync(place))
}

/**
 * Returns the link targets that are paths of this site other than posts, tags and images. Code is
 * ignored.
 */
function noteForeignPaths(content: string): string[] {
  const paths = [...content.matchAll(/\]\(<?(\/(?!\/|(?:images|posts|tags)\/)[^\s()<>]+)/g)].map(
    ([, path = '']) => path,
  )
  if (paths.length === 0) return []
  const named = [...new Set(paths)].slice(0, 10).join(', ')
  const loss = translator('importLosses')('linkTargets', { paths: named })
  return [`${loss} (×${paths.length})`]
}

/** Adds the result of importing one post to the report, with its links that cannot be cards. */
async function noteImport(
  report: PostImportReport,
  { slug, content }: PostDraft,
  isWritten: boolean,
  what: string[],
): Promise<void> {
  if (what.length > 0) report.lost.push({ post: slug, what })
  if (!isWritten) return
  report.taken.push(slug)
  report.unread.push(...(await fetchMissingPreviews(content)))
}

/**
 * Imports every `.md`, `.mdx` and `.markdown` file below a folder, in the order of their paths. An
 * invalid file does not stop the others.
 */
export async function importFolder(
  directory: string,
  options: Options = {},
): Promise<PostImportReport> {
  const report = new PostImportReport()
  const slugs = new Map<string, string>()
  for (const file of findFiles(directory)) {
    try {
      const source = readSource(directory, file)
      const { post } = readPostFile(file, source)
      const duplicate = slugs.get(post.slug)
      if (duplicate !== undefined)
        throw new NotAPost(importErrorText('sameSlug', { other: duplicate, slug: post.slug }))
      slugs.set(post.slug, file)
      const { isWritten, lost } = await importPostFile(file, source, {
        overwrite: options.overwrite === true,
      })
      if (!isWritten) report.unchanged++
      const paths = isWritten ? noteForeignPaths(post.content) : []
      await noteImport(report, post, isWritten, [...lost, ...paths])
    } catch (error) {
      report.refused.push({ file, reason: messageOf(error) })
    }
    await showProgress(report, options)
  }
  return report
}

/** Returns the posts of an export, whose format is detected from its first character. */
async function readPosts(
  file: string,
  { site = '' }: Options,
): Promise<AsyncIterable<ForeignFound> | Iterable<ForeignFound>> {
  const start = await text(createReadStream(file, { end: 511 }))
  const letter = start.trimStart().charAt(0)
  if (letter === '{')
    return readGhostPosts(decodeText(readFileSync(file)), site.replace(/(?<!\/)\/+$/, ''))
  if (letter === '<') return readWxrPosts(() => createReadStream(file))
  throw new NotAPost(importErrorText('notExport', { system: 'Ghost, WordPress' }))
}

/**
 * Imports one post, or reports why it cannot be imported.
 * @param titles of the posts so far, by slug
 * @param pages the slugs of posts that get comments, by address; receives the post's slug
 */
async function importForeignPost(
  { post, address, commentsClosed, lost }: ForeignPost,
  titles: Map<string, string>,
  pages: Map<string, string>,
  report: PostImportReport,
  overwrite = false,
): Promise<void> {
  const { slug, title } = post
  try {
    const other = titles.get(slug)
    if (other !== undefined) throw new NotAPost(importErrorText('sameSlug', { other, slug }))
    titles.set(slug, title)
    const existing = await findExistingPosts('', [slug])
    const known = existing.find((one) => one.slug === slug)
    const isSame = known !== undefined && isUnchanged(post, known)
    if (!isSame) refuseFormerSlug(slug, existing)
    const isWritten = !known || (!isSame && overwrite)
    if (isWritten)
      await inTransaction(async (transaction) => {
        const id = await writePost(transaction, post)
        if (!known) await transaction.post.update({ where: { id }, data: { commentsClosed } })
      })
    const isRefused = !isWritten && !isSame
    // A post that was changed here gets comments if it was imported with comments.
    const getsComments = !isRefused || (await hasImportedComments(known.id))
    if (getsComments && parseUrl(address)) pages.set(address, slug)
    if (isSame) report.unchanged++
    if (isWritten) await noteImport(report, post, isWritten, lost)
    if (isRefused) throw new NotAPost(importErrorText('exists', { slug }))
  } catch (error) {
    report.refused.push({ file: `“${title}”`, reason: messageOf(error) })
  }
}

function isUnchanged(post: PostDraft, known: PostDraft): boolean {
  // A draft without a date got the date of its import.
  const publishedAt = known.draft && post.draft ? known.publishedAt : post.publishedAt
  return isSamePost({ ...post, publishedAt }, known)
}

async function hasImportedComments(postId: number): Promise<boolean> {
  const where = { postId, sourceId: { startsWith: 'wordpress:' } }
  return (await query((client) => client.importedComment.count({ where }))) > 0
}

/**
 * Imports the comments of a WordPress export.
 * @param posts slugs by the addresses of their pages
 */
async function importComments(
  file: string,
  posts: ReadonlyMap<string, string>,
  report: PostImportReport,
): Promise<void> {
  try {
    const imported = await importCommentFiles([file], { format: 'wordpress', posts })
    report.comments = imported.added + imported.changed
    report.commentLosses = describeLosses(imported)
  } catch (error) {
    // An export may have no comments.
    if (!(error instanceof NotAnExport))
      report.refused.push({ file: path.basename(file), reason: messageOf(error) })
  }
}

/**
 * Imports the posts of a Ghost or WordPress export with their comments. A post that cannot be
 * imported does not stop the others.
 * @throws NotAPost if the file is not such an export, before anything is written
 */
export async function importBlog(file: string, options: Options = {}): Promise<PostImportReport> {
  const report = new PostImportReport()
  const titles = new Map<string, string>()
  const pages = new Map<string, string>()
  for await (const found of await readPosts(file, options)) {
    if ('reason' in found) report.refused.push(found)
    else if ('lostByAll' in found) report.lostByAll.push(...found.lostByAll)
    else await importForeignPost(found, titles, pages, report, options.overwrite)
    await showProgress(report, options)
  }
  if (pages.size > 0) await importComments(file, pages, report)
  return report
}
