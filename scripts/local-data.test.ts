import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('neither the database nor a secret of this machine goes into a container’s image, nor what was built here', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n')
  const ignored = lines('.dockerignore')
  expect(ignored).toEqual(
    expect.arrayContaining(['.data/', '.env', '.env.*', '.git/', 'node_modules/']),
  )
  // All that may not be committed may not be copied either.
  for (const line of lines('.gitignore').filter((name) => name !== '.env.local'))
    expect(ignored).toContain(line)
})
