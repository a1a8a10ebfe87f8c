/**
 * Bundles `/afterword.js` and its parts from `components/embed` into `public`. Each language of
 * `messages` becomes a separate file.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { build, type Plugin, transform } from 'esbuild'
import { sharedTexts } from '@/lib/i18n/embed-texts'

const root = path.join(import.meta.dirname, '..')

/** Imports `./file.css?inline` as minified text. */
const inlineCss: Plugin = {
  name: 'inline-css',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.replace('?inline', '')),
      namespace: 'inline-css',
    }))
    onLoad({ filter: /./, namespace: 'inline-css' }, async ({ path: file }) => {
      const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'css', minify: true })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

/** Writes a message without plurals with `{name}` placeholders. */
const plain = (elements: MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value
      if (element.type === TYPE.pound) return '#'
      if (element.type === TYPE.argument || element.type === TYPE.number)
        return `{${element.value}}`
      throw new Error('the embed supports only placeholders, or one plural around the text')
    })
    .join('')

/**
 * Returns a message in the form that `components/embed/texts.ts` reads.
 * @throws Error for a message that has no such form
 */
export function compileEmbedText(message: string): string | Record<string, string> {
  const elements = parse(message)
  const [first] = elements
  if (first?.type !== TYPE.plural || elements.length > 1) return plain(elements)
  return Object.fromEntries(
    Object.entries(first.options).map(([category, { value }]) => [category, plain(value)]),
  )
}

/** Bundles an entry into one file, so that a page needs one request for it. */
async function bundle(
  entry: string,
  outdir: string,
  entryNames: string,
  constants: Record<string, unknown> = {},
): Promise<string> {
  const { metafile } = await build({
    entryPoints: [path.join(root, 'components/embed', entry)],
    outdir,
    entryNames,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    alias: { '@': root },
    define: Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    plugins: [inlineCss],
    metafile: true,
    logLevel: 'warning',
  })
  return Object.keys(metafile.outputs).map((file) => path.basename(file))[0] ?? ''
}

/** The messages of a language by their section. A translation may be incomplete. */
type Messages = Record<string, Record<string, string> | undefined>

/** Returns the messages that the embed uses, by its names for them. */
function textsOfEmbed(messages: Messages): [name: string, text: string][] {
  const shared = sharedTexts.flatMap((key): [string, string][] => {
    const [section = '', name = ''] = key.split('.')
    const text = messages[section]?.[name]
    return text === undefined ? [] : [[name, text]]
  })
  return [...Object.entries(messages.embed ?? {}), ...shared]
}

/** Bundles the embed. */
export async function buildEmbed(outdir = path.join(root, 'public')): Promise<void> {
  const folder = path.join(outdir, 'embed')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(path.join(root, 'messages'))) {
    const messages: Messages = JSON.parse(readFileSync(path.join(root, 'messages', file), 'utf8'))
    const language = path.basename(file, '.json')
    const texts = textsOfEmbed(messages).map(([name, text]) => [name, compileEmbedText(text)])
    writeFileSync(
      path.join(folder, `text-${language}.js`),
      `export default${JSON.stringify({ language, ...Object.fromEntries(texts) })}`,
    )
  }
  const writing = await bundle('writing.ts', folder, '[name]-[hash]')
  const counting = await bundle('counting.ts', folder, '[name]-[hash]')
  await bundle('afterword.ts', outdir, '[name]', {
    WRITING_PATH: `/embed/${writing}`,
    COUNTING_PATH: `/embed/${counting}`,
  })
}

if (import.meta.filename === process.argv[1]) await buildEmbed()
