import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { buildSnippets } from '@/scripts/build-examples'

export type Site = {
  /** Such as `http://hugo.example:40123`. The name leads nowhere without a resolver. */
  origin: string
  /** A copy of the fixture that a generator may write to. */
  folder: string
  /** Serves the files that a generator has written. */
  serve: (output: string) => void
}

/** Serves a copy of a fixture's site on a free port, which is closed when the test file ends. */
export async function startSite(name: string): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), `afterword-${name}-`))
  cpSync(path.join(import.meta.dirname, 'sites', name), folder, { recursive: true })
  let root = folder
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any.invalid')
    const file = fileOf(root, pathname)
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': typeOf(file) }).end(readFileSync(file))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    origin: `http://${name}.example:${(server.address() as AddressInfo).port}`,
    folder,
    serve: (output) => {
      root = path.join(folder, output)
    },
  }
}

function fileOf(root: string, pathname: string): string | undefined {
  const file = path.join(root, path.normalize(decodeURI(pathname)))
  const found = [file, path.join(file, 'index.html')]
  return found.find((one) => existsSync(one) && statSync(one).isFile())
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const typeOf = (file: string) =>
  `${types[path.extname(file)] ?? 'application/octet-stream'}; charset=utf-8`

/**
 * Follows a guide in the copy of a site: creates a file from its first snippet, and puts snippets
 * in the places that the fixture marks.
 */
export function followGuide(site: Site, guide: string, blog: string, created?: string): void {
  const snippets = buildSnippets()[guide] ?? []
  if (created) {
    mkdirSync(path.dirname(path.join(site.folder, created)), { recursive: true })
    writeFileSync(path.join(site.folder, created), snippets[0] ?? '')
  }
  const files = readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(site.folder, name))
    .filter((name) => !name.includes('node_modules') && statSync(name).isFile())
  for (const file of files) {
    const before = readFileSync(file, 'utf8')
    const after = before
      .replaceAll(/<!-- snippet (\d) -->/g, (_, number) => snippets[number - 1] ?? '')
      .replaceAll('https://comments.example.org', blog)
      .replaceAll('https://www.example.org', site.origin)
      .replaceAll('www.example.org', new URL(site.origin).host)
    if (after !== before) writeFileSync(file, after)
  }
}
