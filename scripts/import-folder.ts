import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { importPostFile } from '@/lib/importers/files/import-post-file'
import { NotAPost } from '@/lib/importers/files/not-a-post'
import { decodeText, readPostFile } from '@/lib/importers/files/read-post-file'
import { readLinkPreviews } from '@/lib/posts/editing/save-post'
import { emptyReport, type ImportReport, reasonOf } from './import-report'

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
    throw new NotAPost('its name is not UTF-8')
  const { size } = statSync(place)
  if (size > fileBytesMax)
    throw new NotAPost(
      `it has ${Math.ceil(size / 2 ** 20)} MB, and a post at most ${fileBytesMax / 2 ** 20}`,
    )
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
  return [
    `the targets of ${paths.length === 1 ? 'a link' : `${paths.length} links`}, unless this ` +
      `site serves these paths: ${named}`,
  ]
}

/**
 * Imports every `.md`, `.mdx` and `.markdown` file below a folder, in the order of their paths. An
 * invalid file does not stop the others.
 */
export async function importFolder(
  directory: string,
  { overwrite = false } = {},
): Promise<ImportReport> {
  const report = emptyReport()
  const slugs = new Map<string, string>()
  for (const file of findFiles(directory)) {
    try {
      const source = readSource(directory, file)
      const { post } = readPostFile(file, source)
      const twin = slugs.get(post.slug)
      if (twin !== undefined) throw new NotAPost(`its slug “${post.slug}” is that of ${twin}`)
      slugs.set(post.slug, file)
      const { isWritten, lost } = await importPostFile(file, source, { overwrite })
      const what = isWritten ? [...lost, ...noteForeignPaths(post.content)] : lost
      if (what.length > 0) report.lost.push({ post: post.slug, what })
      if (!isWritten) {
        report.unchanged++
        continue
      }
      report.taken.push(post.slug)
      report.unread.push(...(await readLinkPreviews(post.content)))
    } catch (error) {
      report.refused.push({ file, reason: reasonOf(error) })
    }
  }
  return report
}
