import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const bytesMax = 2_048

test('bundles the view counter into one script of at most 2 kB gzipped', async () => {
  const { outputFiles } = await build({
    entryPoints: ['components/views/record-view.tsx'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    external: ['react', 'react/*', 'next', 'next/*'],
  })
  const bytes = outputFiles.map(({ contents }) => gzipSync(contents).length)
  expect(bytes).toHaveLength(1)
  // Guards against an empty bundle.
  expect(bytes[0]).toBeGreaterThan(500)
  expect(bytes[0]).toBeLessThanOrEqual(bytesMax)
})
