/**
 * `npm run import -- FOLDER`: imports what `npm run export` wrote into an instance without posts,
 * sites and comments. First create the owner and invite the staff with the same e-mail addresses,
 * so that they keep their comments. The exit code is 1 if anything could not be imported. If the
 * import is interrupted, run it again with the same folder: it imports what is missing.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { DatabaseUnavailable, messageOf } from '@/lib/errors'
import { describeReport } from '@/lib/importers/comments/describe-report'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import { readLines } from '@/lib/importers/comments/source-text'
import { importPostFile } from '@/lib/importers/files/import-post-file'
import { decodeText } from '@/lib/importers/files/read-post-file'
import * as files from '@/lib/instance/instance-files'
import { widthsOf } from '@/lib/markdown/own-image'
import { importViews } from '@/lib/views/import-views'
import { readViewExport } from '@/lib/views/read-view-export'
import { purgeRunningServer } from './purge-running-server'
import { runMain } from './run-main'

const rowsAtOnce = 1_000
const viewsAtOnce = 100_000

/**
 * Imports everything from a folder, or the rest after an interruption.
 * @returns what could not be imported
 * @throws Error if the instance is not empty or the folder is not a complete export, before
 * anything is written; DatabaseUnavailable
 */
export async function importAll(folder: string): Promise<string[]> {
  const place = (name: string) => path.join(folder, name)
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    parseFile(name, schema, readFileSync(place(name), 'utf8'))
  checkHead(place('afterword.json'))
  const importId = await files.startInstanceImport(path.basename(folder), digestOf(folder))
  if (importId === undefined)
    throw new Error('This instance has posts, sites or comments. Import into an empty one.')

  const posts = read('posts.json', z.array(files.postEntry))
  const images = read('images.json', z.array(files.imageEntry))
  await files.writeSettings(read('settings.json', files.settingsFile))
  await files.writeSites(read('sites.json', z.array(files.siteEntry)))
  await files.writeBlocklist(read('blocklist.json', z.array(files.blockEntry)))
  // Before the posts, because saving a post fetches the pages of links without a preview.
  for await (const rows of readBatches(place('link-previews.jsonl'), files.linkPreviewLine))
    await files.writeLinkPreviews(rows)
  const problems: string[] = []
  for (const image of images) {
    const isWritten = await importImage(folder, image)
    if (!isWritten) problems.push(`images/${image.id}: a file is missing or damaged`)
  }
  // In order of creation, which is the order of posts with the same date.
  for (const post of posts)
    problems.push(...(await importPost(folder, post)).map((what) => `posts/${post.file}: ${what}`))
  // Exports of earlier versions have no such file.
  const versions = place('post-versions.jsonl')
  for await (const rows of existsSync(versions) ? readBatches(versions, files.versionLine) : [])
    await files.writeVersions(rows)
  const report = await importCommentFiles([place('comments.jsonl')], { format: 'afterword' })
  if (report.lost.length > 0) problems.push(...describeReport(report))
  for await (const rows of readBatches(place('readers.jsonl'), files.readerLine))
    await files.writeReaders(rows)
  const { views, unusable } = readViewExport(readFileSync(place('views.csv'), 'utf8'))
  if (unusable > 0) problems.push(`views.csv: rows that could not be used: ${unusable}`)
  for (let start = 0; start < views.length; start += viewsAtOnce) {
    const { unknown } = await importViews(views.slice(start, start + viewsAtOnce))
    problems.push(...unknown.map((slug) => `views.csv: no such thread: ${slug}`))
  }
  await files.finishInstanceImport(importId)
  return problems
}

/** Returns a hash of the files that list what else is in the folder. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of ['settings.json', 'sites.json', 'posts.json', 'images.json'])
    hash.update(readFileSync(path.join(folder, name)))
  return hash.digest('hex')
}

/** @throws Error if the folder is not a complete export */
function checkHead(file: string): void {
  const head = z.object({ format: z.literal(files.instanceHead.format), version: z.unknown() })
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`${path.dirname(file)} is not a complete export. Export the blog again.`, {
      cause,
    })
  }
  const { version } = parseFile('afterword.json', head, text)
  if (version !== files.instanceHead.version)
    throw new Error(`This export has version ${String(version)}: update Afterword to import it.`)
}

function parseFile<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new Error(`${name}: ${message}`, { cause: error })
  }
}

/** Reads JSON Lines in batches. */
async function* readBatches<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>[]> {
  let rows: z.output<Schema>[] = []
  for await (const { number, text } of readLines(createReadStream(file))) {
    rows.push(parseFile(`${path.basename(file)}, line ${number}`, schema, text))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function importImage(
  folder: string,
  image: z.output<typeof files.imageEntry>,
): Promise<boolean> {
  try {
    const sizes = widthsOf(image.width).map((width) => ({
      width,
      bytes: readFileSync(path.join(folder, 'images', `${image.id}-${width}.webp`)),
    }))
    return await files.writeImage(image, sizes)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** Imports a post. Returns its losses, or the reason why it was not imported. */
async function importPost(
  folder: string,
  post: z.output<typeof files.postEntry>,
): Promise<string[]> {
  try {
    const { lost } = await importPostFile(post.file, readPost(folder, post.file))
    await files.writePost(post)
    return lost
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    return [messageOf(error)]
  }
}

/** @throws Error if the path leads out of the folder */
function readPost(folder: string, file: string): string {
  const posts = path.resolve(folder, 'posts')
  const place = path.resolve(posts, file)
  if (!place.startsWith(posts + path.sep))
    throw new Error(`${file} is outside of ${folder} and was not imported.`)
  return decodeText(readFileSync(place))
}

async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('Usage: npm run import -- FOLDER')
  const problems = await importAll(folder)
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('Everything was imported.')
  await purgeRunningServer()
}

await runMain('import-all', 'import', () => main(process.argv[2]))
