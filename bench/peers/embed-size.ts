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
const publicDirectory = path.join(import.meta.dirname, '../../public')

const versionOf = (name: string) =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'))).version

const peer = (name: string, what: string, ...files: string[]): Loaded => ({
  what: `${name} ${versionOf(name)}${what}`,
  files: files.map((file) => readFileSync(path.join(modules, name, 'dist', file))),
})

/** Returns the embed's files with these names: the hashes in them differ between builds. */
function ownFiles(pattern: RegExp): Buffer[] {
  const chunks = readdirSync(path.join(publicDirectory, 'embed')).map((file) => `embed/${file}`)
  return ['afterword.js', ...chunks]
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(path.join(publicDirectory, file)))
}

/** The custom element of giscus with its dependency. The thread is a further page in a frame. */
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

const loaded: Loaded[] = [
  { what: 'Afterword, reading', files: ownFiles(/afterword\.js$|chunk-|text-en/) },
  { what: 'Afterword, writing (on first use)', files: ownFiles(/writing-/) },
  peer('@waline/client', '', 'waline.js', 'waline.css'),
  peer('artalk', '', 'Artalk.js', 'Artalk.css'),
  peer('artalk', ', lite', 'ArtalkLite.js', 'ArtalkLite.css'),
  await bundleGiscus(),
]

const kB = (bytes: number) => (bytes / 1_000).toFixed(1)
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

console.log('| what | files | kB | kB with Brotli |\n|---|---|---|---|')
for (const { what, files } of loaded)
  console.log(
    `| ${what} | ${files.length} | ${kB(sum(files.map(({ length }) => length)))} | ` +
      `${kB(sum(files.map((file) => brotliCompressSync(file).length)))} |`,
  )
