/**
 * `npm run export -- FOLDER`: exports the whole blog into a new folder, for
 * `npm run import -- FOLDER`: posts, comments, their histories, images, view counts, settings,
 * sites, blocked words, link previews, redirects, and the readers who confirmed an e-mail address
 * or unsubscribed.
 *
 * Secrets are not exported: the staff with their passwords, sessions, the keys of sites, the
 * secrets of webhooks, and `AUTH_SECRET`. Deleted posts and network data are not exported either.
 * The folder contains the e-mail addresses of readers.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { exportComments } from '@/lib/comments/export/export-comments'
import { getFile } from '@/lib/images/store'
import * as files from '@/lib/instance/instance-files'
import { widthsOf } from '@/lib/markdown/own-image'
import { csvRow } from '@/lib/text/csv'
import { jsonLines } from '@/lib/text/json-lines'
import { exportPosts } from './export-posts'
import { runMain } from './run-main'
import { type Chunks, writeFileAtomically } from './write-file'

/**
 * Exports everything into a folder, which must be empty or missing.
 * @returns descriptions of the parts that could not be exported
 * @throws Error if the folder is not empty; DatabaseUnavailable
 */
export async function exportAll(folder: string): Promise<string[]> {
  // Only the user of the process may read it, because it contains e-mail addresses.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: choose a new folder.`)
  const write = (name: string, chunks: Chunks) =>
    writeFileAtomically(path.join(folder, name), chunks)
  const writeJson = (name: string, value: unknown) =>
    write(name, [`${JSON.stringify(value, null, 2)}\n`])

  await writeJson('settings.json', await files.readSettings())
  await writeJson('sites.json', await files.readSites())
  await writeJson('blocklist.json', await files.readBlocklist())
  await write('link-previews.jsonl', jsonLines(files.readLinkPreviews()))
  const posts = await exportPosts(path.join(folder, 'posts'))
  await writeJson('posts.json', await files.readPosts(posts.files))
  await write('post-versions.jsonl', jsonLines(files.readVersions()))
  await write('comments.jsonl', jsonLines(exportComments()))
  await write('readers.jsonl', jsonLines(files.readReaders()))
  await write('views.csv', viewsCsv())
  const images = await files.readImages()
  const missing: string[] = []
  mkdirSync(path.join(folder, 'images'))
  for (const { id, width, in_bucket: inBucket } of images)
    for (const inWidth of widthsOf(width)) {
      const name = `images/${id}-${inWidth}.webp`
      const bytes = await getFile(inBucket, id, inWidth)
      if (bytes) await write(name, [bytes])
      else missing.push(name)
    }
  const entries = images.map(({ in_bucket: _, ...image }) => image)
  await writeJson('images.json', entries)
  await writeJson('afterword.json', files.instanceHead)
  return [
    ...posts.kept.map(({ file, reason }) => `${file}: ${reason}`),
    ...missing.map((file) => `${file}: the file is missing`),
  ]
}

async function* viewsCsv(): AsyncGenerator<string> {
  yield csvRow(['slug', 'day', 'views'])
  for await (const rows of files.readViews())
    yield rows.map(({ slug, day, views }) => csvRow([slug, day, views])).join('')
}

async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('Usage: npm run export -- FOLDER')
  const problems = await exportAll(folder)
  for (const problem of problems) console.log(`not exported: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  console.log(`Exported to ${folder}. Keep it private: it contains e-mail addresses.`)
}

await runMain('export-all', 'export', () => main(process.argv[2]))
