import { build } from 'esbuild'

/**
 * Bundles programs, so that they need no TypeScript loader. Packages stay in `node_modules`.
 * @param outdir a folder in `.next`
 * @param programs paths of the sources by the names of the bundles
 */
export async function bundle(outdir: string, programs: Record<string, string>): Promise<void> {
  await build({
    entryPoints: {
      ...programs,
      // The worker thread that reads linked pages, for each program that fetches them.
      'page-thread-entry': 'lib/link-previews/worker/read-in-thread.ts',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
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
