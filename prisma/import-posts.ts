/**
 * `npm run posts:import -- DIR`: takes a folder of Markdown files into the database, new ones and changed ones, and
 * reports each file it could not take. It goes on after a fault, and ends with 1 where there was one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '@/lib/env'
import { decodeText, NotAPost, readPostFile } from '@/lib/posts/read-post-file'
import { readLinkPreviews, savePost } from '@/lib/posts/save-post'

export type ImportReport = { taken: string[]; refused: { file: string; reason: string }[]; unread: { url: string; reason: string }[] }

/** Takes every `.md`, `.mdx` and `.markdown` file beneath a folder, in the order of their paths. */
export async function importPosts(directory: string): Promise<ImportReport> {
  const report: ImportReport = { taken: [], refused: [], unread: [] }
  const slugs = new Map<string, string>()
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:md|mdx|markdown)$/i.test(file) && !file.split(path.sep).includes('node_modules'))
    .sort()
  for (const file of files) {
    try {
      const post = readPostFile(path.basename(file), decodeText(readFileSync(path.join(directory, file))))
      const twin = slugs.get(post.slug)
      if (twin !== undefined) throw new NotAPost(`its slug “${post.slug}” is that of ${twin}`)
      slugs.set(post.slug, file)
      await savePost(post)
      report.taken.push(post.slug)
      report.unread.push(...(await readLinkPreviews(post.content)))
    } catch (error) {
      report.refused.push({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return report
}

/** Tells a running server that its pages have changed. */
async function purgePages(): Promise<void> {
  const { SITE_URL, PORT, CRON_SECRET } = env()
  const address = `${SITE_URL ?? `http://localhost:${PORT}`}/api/cron/purge-pages`
  try {
    const { ok } = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
      signal: AbortSignal.timeout(5_000),
    })
    if (ok) return console.log('The running server shows them now.')
  } catch {
    // No server, no pages to renew.
  }
  console.log('A server that runs shows them within five minutes (or at once, if SITE_URL and CRON_SECRET are its own).')
}

async function main(directory: string | undefined): Promise<void> {
  if (!directory) throw new Error('Which folder? npm run posts:import -- DIR')
  const { taken, refused, unread } = await importPosts(directory)
  for (const { file, reason } of refused) console.log(`not taken: ${file}: ${reason}`)
  for (const { url, reason } of unread) console.log(`no card for ${url}: ${reason}`)
  console.log(`${taken.length} posts imported, ${refused.length} files not taken.`)
  if (taken.length > 0) await purgePages()
  if (refused.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
