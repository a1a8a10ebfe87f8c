/**
 * Prints what a page loads until it shows a thread, for the embed and for the peers on npm: files
 * and their size with Brotli. Needs `npm ci --prefix bench/peers` and `npm run build`.
 *
 * `npx tsx bench/peers/embed-size.ts`
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { z } from 'zod'

type Loaded = { what: string; files: Buffer[] }

const modules = path.join(import.meta.dirname, 'node_modules')
const checkout = path.join(import.meta.dirname, '../..')

const versionOf = (name: string) =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'))).version

const peer = (name: string, what: string, ...files: string[]): Loaded => ({
  what: `${name} ${versionOf(name)}${what}`,
  files: files.map((file) => readFileSync(path.join(modules, name, 'dist', file))),
})

/** Returns the embed's files with these names: the hashes in them differ between builds. */
function ownFiles(directory: string, pattern: RegExp): Buffer[] {
  const publicDirectory = path.join(directory, 'public')
  const chunks = readdirSync(path.join(publicDirectory, 'embed')).map((file) => `embed/${file}`)
  return ['afterword.js', ...chunks]
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(path.join(publicDirectory, file)))
}

/** Bundles the custom element of giscus. It loads the thread as another page in a frame. */
async function bundleGiscus(): Promise<Loaded> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: 'import "giscus"', resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return {
    what: `giscus ${versionOf('giscus')}, element only`,
    files: outputFiles.map(({ contents }) => Buffer.from(contents)),
  }
}

/** Returns the embed's files in a checkout that was built: for reading, and for the form. */
const own = (directory: string): Loaded[] => [
  { what: 'Afterword, reading', files: ownFiles(directory, /afterword\.js$|chunk-|text-en/) },
  { what: 'Afterword, writing (on first use)', files: ownFiles(directory, /writing-/) },
]

const waline = () => peer('@waline/client', '', 'waline.js', 'waline.css')

const kB = (bytes: number) => (bytes / 1_000).toFixed(1)
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
const compressed = ({ files }: Loaded) => sum(files.map((file) => brotliCompressSync(file).length))

/** Returns the kB of the embed with its form, and of Waline's client, with Brotli. */
export const embedSizes = (directory: string) => ({
  ours: sum(own(directory).map(compressed)) / 1_000,
  baseline: compressed(waline()) / 1_000,
})

/** Returns the kB of what a page loads that only shows and counts views, with Brotli. */
export const viewScriptSize = (directory: string): number =>
  compressed({ what: 'Afterword, views', files: ownFiles(directory, /afterword\.js$|counting-/) }) /
  1_000

if (process.argv[1] === import.meta.filename) {
  const loaded: Loaded[] = [
    ...own(checkout),
    waline(),
    peer('artalk', '', 'Artalk.js', 'Artalk.css'),
    peer('artalk', ', lite', 'ArtalkLite.js', 'ArtalkLite.css'),
    await bundleGiscus(),
  ]
  console.log('| what | files | kB | kB with Brotli |\n|---|---|---|---|')
  for (const each of loaded)
    console.log(
      `| ${each.what} | ${each.files.length} | ` +
        `${kB(sum(each.files.map(({ length }) => length)))} | ${kB(compressed(each))} |`,
    )
}
