/**
 * Bundles `server/server.ts` and the thread that reads pages into `.next`, so that `npm start`
 * needs no TypeScript loader. Packages stay in `node_modules`.
 */
import path from 'node:path'
import { build } from 'esbuild'

const root = path.join(import.meta.dirname, '..')

await build({
  entryPoints: {
    // Beside the build of Next.js: the entry finds the project in its parent directory.
    server: path.join(root, 'server/server.ts'),
    'page-thread-entry': path.join(root, 'lib/link-previews/worker/read-in-thread.ts'),
  },
  outdir: path.join(root, '.next'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  logLevel: 'warning',
})
