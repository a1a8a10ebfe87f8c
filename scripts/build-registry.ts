/**
 * Writes the shadcn registry of `docs/examples/next` to `lib/generated/registry.json`, because its
 * files do not exist at run time.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const sources = path.join(root, 'docs/examples/next')

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
      content: readFileSync(path.join(sources, file.path), 'utf8'),
    }))
    const $schema = 'https://ui.shadcn.com/schema/registry-item.json'
    return [`${item.name}.json`, JSON.stringify({ $schema, ...item, files })]
  })
  return { 'registry.json': JSON.stringify(registry), ...Object.fromEntries(items) }
}

if (import.meta.filename === process.argv[1])
  writeFileSync(path.join(root, 'lib/generated/registry.json'), JSON.stringify(buildRegistry()))
