import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSnippets } from '@/scripts/build-examples'

const folder = 'docs/add-to-your-site'
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace('.md', ''))
const read = (name: string) => readFileSync(`${folder}/${name}.md`, 'utf8')
const proseOf = (name: string) => read(name).replaceAll(/^ *```.*?^ *```/gms, '')

test('the index lists every guide', () => {
  const listed = [...read('README').matchAll(/\]\((\w+)\.md\)/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(guides.toSorted())
})

test.each([...guides, 'README'])('%s has at most 300 words besides code', (name) => {
  expect(proseOf(name).match(/[^\s|]+/g)?.length).toBeLessThanOrEqual(300)
})

test.each(guides)('the guide for %s has the tag, and says what to set and how to check', (name) => {
  const [snippet = ''] = buildSnippets()[name] ?? []
  expect(snippet).toContain('type="module"')
  expect(snippet).toMatch(/afterword\.js[`"]/)
  expect(snippet).toContain('<afterword-comments')
  expect(read(name)).toContain('\n## Admin → Sites\n')
  expect(read(name)).toContain('\n## Check\n')
})

test.each(['wordpress', 'ghost'])('the guide for %s says that it was not tested', (name) => {
  expect(read(name)).toContain('**Not tested:**')
})
