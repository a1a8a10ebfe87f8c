import { build } from 'esbuild'

/** Packages that load their own files, and Next.js, whose modules the server shares with it. */
const unbundled = ['next', 'sharp', 'node-sqlite3-wasm', '@prisma/schema-engine-wasm']

/**
 * Bundles programs, so that they need no TypeScript loader.
 * @param outdir a folder in `.next`
 * @param programs paths of the sources by the names of the bundles
 * @param packages whether packages stay in `node_modules` or become part of the bundles, which then
 * share common parts
 */
export async function bundle(
  outdir: string,
  programs: Record<string, string>,
  packages: 'external' | 'bundle' = 'external',
): Promise<void> {
  await build({
    entryPoints: {
      ...programs,
      // The worker thread that reads linked pages, for each program that fetches them.
      'page-thread-entry': 'lib/link-previews/worker/read-in-thread.ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages,
    external: unbundled,
    splitting: packages === 'bundle',
    // `server-only` throws otherwise.
    conditions: ['react-server'],
    // Bundled CommonJS modules call `require` for modules of Node.
    banner: {
      js:
        "import { createRequire as requireFrom } from 'node:module'\n" +
        'const require = requireFrom(import.meta.url)',
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  })
}

/**
 * V8 options for commands that process large files. By default, V8 lets the heap grow several times
 * before it collects garbage (`bench/imports/import-and-export.ts`).
 */
const lowMemoryFlags = ['--heap-growing-percent=20', '--max-semi-space-size=4']

/** Bundles a script, which saves a third of its memory. Returns the arguments that run it. */
export async function bundledScript(name: string, args: readonly string[]): Promise<string[]> {
  // Separate from the server's bundle, which may be in use.
  const outdir = '.next/scripts'
  await bundle(outdir, { [name]: `scripts/${name}.ts` })
  return [...lowMemoryFlags, '--conditions=react-server', `${outdir}/${name}.mjs`, ...args]
}
