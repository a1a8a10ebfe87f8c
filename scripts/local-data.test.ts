import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('local databases, secrets and builds are excluded from container images', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n')
  const ignored = lines('.dockerignore')
  expect(ignored).toEqual(
    expect.arrayContaining(['.data/', '.env', '.env.*', '.git/', 'node_modules/']),
  )
  // Everything that git ignores must also be excluded from images.
  for (const line of lines('.gitignore').filter(
    (name) => name !== '.env.local' && !name.startsWith('#'),
  ))
    expect(ignored).toContain(line)
})
