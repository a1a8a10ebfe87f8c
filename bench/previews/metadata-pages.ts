/**
 * Provides the pages for the link preview benchmark: the fixtures, or any folder of saved pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

export type BenchPage = {
  name: string
  bytes: Buffer
  url: URL
  contentType: string
  /** The preview that a person considers correct; undefined if unknown. */
  expected: LinkPreview | undefined
}

/** Data about a page, from a file of the same name with the extension `.json`. */
type Notes = { url?: string; contentType?: string; expected?: LinkPreview }

/**
 * Reads all `*.html` files of a folder as bytes. A `.json` file next to a page may set `url`,
 * `contentType`, and `expected`, the correct preview. Without `url`, the page belongs to
 * `saved.example.com`.
 */
export function readPages(folder: string): BenchPage[] {
  const files = readdirSync(folder).filter((file) => /\.html?$/.test(file))
  return files.map((file) => {
    const name = file.replace(/\.html?$/, '')
    const notesFile = path.join(folder, `${name}.json`)
    const notes: Notes = existsSync(notesFile) ? JSON.parse(readFileSync(notesFile, 'utf8')) : {}
    const {
      url = `https://saved.example.com/${encodeURIComponent(name)}`,
      contentType = 'text/html',
      expected,
    } = notes
    return {
      name,
      bytes: readFileSync(path.join(folder, file)),
      url: new URL(url),
      contentType,
      expected,
    }
  })
}

const sentence =
  'Words of an article, <a href="/a">some of which are linked</a>, but most are not. '
const paragraph = `<div class="block"><p>${sentence.repeat(6)}</p></div>\n`
const statement = 'var a=[1,2,3].map(function(x){return x<2?"<b>"+x+"</b>":x});'
const script = `<script>(function(){${statement.repeat(60)}})()</script>\n`

/**
 * Returns the page with a body of typical length: half of all pages on the web exceed 100 kB.
 * Undefined if the page has no closing body tag.
 */
export function atFullLength(page: BenchPage): BenchPage | undefined {
  const end = page.bytes.lastIndexOf('</body>')
  if (end === -1) return undefined
  const body = Buffer.from((paragraph.repeat(8) + script).repeat(14))
  return {
    ...page,
    bytes: Buffer.concat([page.bytes.subarray(0, end), body, page.bytes.subarray(end)]),
  }
}
