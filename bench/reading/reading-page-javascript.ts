/** Measures the gzipped JavaScript of a reading page beyond that of a Next.js app with one page. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { copyModules } from '@/bench/support/copy-checkout'
import { show } from '@/bench/support/figure'
import { type BenchServer, withBlog } from '@/bench/support/prepare'
import { runCommand } from '@/bench/support/run-command'

const bareApp = {
  'package.json': '{ "name": "bare", "private": true, "type": "module" }',
  'next.config.mjs': 'export default { turbopack: { root: process.cwd() } }\n',
  'app/layout.js':
    'export default function Layout({ children }) {\n' +
    '  return <html lang="en"><body>{children}</body></html>\n}\n',
  'app/page.js': 'export default function Page() {\n  return <p>Nothing.</p>\n}\n',
}

/** Returns the addresses of the scripts in a page, without those for browsers that lack modules. */
function scriptSources(html: string): string[] {
  const tags = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/nomodule/i.test(tag))
  return [...new Set(tags.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []))]
}

async function bareScriptBytes(): Promise<number> {
  const bareDirectory = mkdtempSync(path.join(tmpdir(), 'afterword-bare-'))
  process.once('exit', () => rmSync(bareDirectory, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(bareApp)) {
    mkdirSync(path.dirname(path.join(bareDirectory, file)), { recursive: true })
    writeFileSync(path.join(bareDirectory, file), content)
  }
  await copyModules(path.join(bareDirectory, 'node_modules'))
  await runCommand(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: bareDirectory,
  })
  const build = path.join(bareDirectory, '.next')
  const sources = scriptSources(readFileSync(path.join(build, 'server/app/index.html'), 'utf8'))
  const sizes = sources.map(
    (source) =>
      gzipSync(readFileSync(path.join(build, source.replace('/_next/', '').replace(/[?].*/, ''))))
        .length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function pageScriptBytes(url: string): Promise<number> {
  const sources = scriptSources(await (await fetch(url)).text())
  const sizes = await Promise.all(
    sources.map(
      async (source) =>
        gzipSync(Buffer.from(await (await fetch(new URL(source, url))).arrayBuffer())).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export async function measureReadingPageJavaScript({ server }: { server: BenchServer }) {
  const page = await pageScriptBytes(`${server.url}/posts/how-a-thread-is-read`)
  const bare = await bareScriptBytes()
  return show({
    what: 'JavaScript of the reading page, gzipped',
    ours: `${(page / 1_024).toFixed(1)} kB`,
    baseline: `${(bare / 1_024).toFixed(1)} kB for a Next.js app with one page`,
    ratio: `+${((page - bare) / 1_024).toFixed(1)} kB`,
    target: '≤ +8 kB, with all islands',
    reached: page - bare <= 8_192,
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureReadingPageJavaScript)
