/** The pages that link previews are measured on: the fixtures, or any folder of saved pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { LinkPreview } from '@/lib/link-previews/link-preview'

export type BenchPage = {
  name: string
  bytes: Buffer
  url: URL
  contentType: string
  /** What a person found right; undefined where nobody said. */
  expected: LinkPreview | undefined
}

/** What stands beside a page, in a file of its name that ends in `.json`. */
type Notes = { url?: string; contentType?: string; expected?: LinkPreview }

/**
 * All `*.html` of a folder, as bytes. Beside each may stand a `.json`: `url`, `contentType`, and `expected`, the right
 * preview; without `url` the page counts as one of `saved.example.com`.
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

const paragraph = `<div class="block"><p>${'Words as they stand in any article, <a href="/a">some of them linked</a>, most not. '.repeat(6)}</p></div>\n`
const script = `<script>(function(){${'var a=[1,2,3].map(function(x){return x<2?"<b>"+x+"</b>":x});'.repeat(60)}})()</script>\n`

/** A page with as much body as pages have on the web, where half are longer than 100 kB; undefined where it has no body's end. */
export function atFullLength(page: BenchPage): BenchPage | undefined {
  const end = page.bytes.lastIndexOf('</body>')
  if (end === -1) return undefined
  const body = Buffer.from((paragraph.repeat(8) + script).repeat(14))
  return {
    ...page,
    bytes: Buffer.concat([page.bytes.subarray(0, end), body, page.bytes.subarray(end)]),
  }
}
