import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/move'
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace('.md', ''))
const read = (name: string) => readFileSync(`${folder}/${name}.md`, 'utf8')
const countWords = (text: string) =>
  text
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const [importPart = '', otherSystems = ''] = read('README').split('\n## Other systems\n')

test('the index lists every guide', () => {
  const listed = [...importPart.matchAll(/\]\((\w+)\.md\)/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(guides.toSorted())
})

test('the index has at most 350 words, and the other systems 200', () => {
  expect(countWords(importPart)).toBeLessThanOrEqual(350)
  expect(countWords(otherSystems)).toBeLessThanOrEqual(200)
})

test.each(guides)('the guide for %s has at most 200 words and all sections', (name) => {
  expect(countWords(read(name))).toBeLessThanOrEqual(200)
  expect(read(name)).toMatch(/^npm run comments:import -- \S+ --site www\.example\.org$/m)
  expect(read(name)).toContain('\n**Imported:** ')
  expect(read(name)).toContain('\n**Not imported:** ')
})

const options = [
  ...readFileSync('scripts/import-comments.ts', 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: \{ type:/gm),
].map(([, option = '']) => `--${option}`)
const optionsIn = (text: string) =>
  [...text.replaceAll(/^.*\bgh api\b.*$/gm, '').matchAll(/(?<!\w)--[a-z][a-z-]*/g)].map(
    ([option]) => option,
  )

test('the index explains every option of comments:import', () => {
  expect([...new Set(optionsIn(importPart))].toSorted()).toEqual(options.toSorted())
})

test.each(guides)('every option in the guide for %s exists', (name) => {
  expect(optionsIn(read(name)).filter((option) => !options.includes(option))).toEqual([])
})

test('both queries in the guide for giscus request the same fields of a comment', () => {
  const queries = [...read('giscus').matchAll(/-f query='\n([^']*)\n'/g)].map(([, query = '']) =>
    query.replaceAll(/\s+/g, ' '),
  )
  const comments = queries.map((query) => /\.\.\.comment upvoteCount.*/.exec(query)?.[0])
  const [fields, ...others] = comments.map((text) => text?.replace(/[ }]+fragment/, ' fragment'))
  expect(others).toEqual([fields])
  // `gh` follows the first `pageInfo` of a response.
  for (const query of queries)
    expect(query).toMatch(/^[^.]* pageInfo { hasNextPage endCursor } nodes {/)
})
