/**
 * Copies the code in `docs` that the blog serves to `lib/generated`, because `docs` is unavailable
 * at run time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const sources = path.join(root, 'docs/examples/next')
const guides = path.join(root, 'docs/add-to-your-site')

/** Files outside the example, by the names that they have in it. */
const copied: Record<string, string> = {
  'components/afterword/client.ts': path.join(root, 'lib/client.ts'),
}

type Item = { name: string; files: { path: string }[] }

/**
 * Returns the text of each file of the registry by name: the index, and every item with the content
 * of its files (https://ui.shadcn.com/docs/registry/registry-item-json).
 */
export function buildRegistry(): Record<string, string> {
  const registry: { items: Item[] } = JSON.parse(
    readFileSync(path.join(sources, 'registry.json'), 'utf8'),
  )
  const items = registry.items.map((item) => {
    const files = item.files.map((file) => ({
      ...file,
      content: readFileSync(copied[file.path] ?? path.join(sources, file.path), 'utf8'),
    }))
    const $schema = 'https://ui.shadcn.com/schema/registry-item.json'
    return [`${item.name}.json`, JSON.stringify({ $schema, ...item, files })]
  })
  return { 'registry.json': JSON.stringify(registry), ...Object.fromEntries(items) }
}

/** Returns the code blocks of each guide in `docs/add-to-your-site`, by platform. */
export function buildSnippets(): Record<string, string[]> {
  const names = readdirSync(guides).filter((name) => /^[a-z]+\.md$/.test(name))
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(path.join(guides, name), 'utf8')
      const blocks = [...text.matchAll(/^( *)```\w+\n(.*?)^ *```/gms)]
      const codes = blocks.map(([, indent = '', code = '']) =>
        code
          .split('\n')
          .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
          .join('\n'),
      )
      return [path.parse(name).name, codes]
    }),
  )
}

if (import.meta.filename === process.argv[1])
  for (const [name, content] of Object.entries({
    registry: buildRegistry(),
    snippets: buildSnippets(),
  }))
    writeFileSync(path.join(root, `lib/generated/${name}.json`), JSON.stringify(content))
