import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const bytesMax = 2_048

test('what a post’s page loads to be counted is one island of two kilobytes at most, gzipped', async () => {
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
  // Nothing bundled would be a test of nothing.
  expect(bytes[0]).toBeGreaterThan(500)
  expect(bytes[0]).toBeLessThanOrEqual(bytesMax)
})
