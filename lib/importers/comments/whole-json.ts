import 'server-only'
import { JSONParser } from '@streamparser/json'
import type { SourceFile } from './source-record'
import { NotAnExport } from './source-record'
import { decodeChunks } from './source-text'

/** Bytes of the largest file that is read at once. Its values need several times as much memory. */
export const wholeJsonSizeMax = 200 * 2 ** 20

/** The values of a JSON file, which may be truncated or damaged. */
export type ParsedJson = {
  /** The values of the file, usually one. */
  roots: unknown[]
  /** The place of the damage and a description; undefined for a valid file. */
  damage: { place: string; note: string } | undefined
  /** Returns false for an object or list that the break interrupted. */
  isComplete: (value: object) => boolean
}

/**
 * Parses a file that is JSON, or several JSON values one after the other, up to where it breaks.
 * @throws NotAnExport if it is larger than 200 MB, or if no value could be read
 */
export async function parseWholeJson(file: SourceFile): Promise<ParsedJson> {
  const text = await readWhole(file)
  try {
    return { roots: [JSON.parse(text)], damage: undefined, isComplete: () => true }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return parseUpToBreak(text)
  }
}

async function readWhole(file: SourceFile): Promise<string> {
  let size = 0
  async function* limited(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.open()) {
      size += chunk.length
      if (size > wholeJsonSizeMax)
        throw new NotAnExport('this file is larger than 200 MB: split it into several files')
      yield chunk
    }
  }
  const parts: string[] = []
  for await (const part of decodeChunks(limited())) parts.push(part)
  return parts.join('')
}

function parseUpToBreak(text: string): ParsedJson {
  const roots: unknown[] = []
  const complete = new WeakSet<object>()
  let open: unknown
  let line = 1
  const parser = new JSONParser({ separator: '' })
  parser.onValue = ({ value, parent, stack }) => {
    if (typeof value === 'object' && value !== null) complete.add(value)
    if (stack.length === 0) roots.push(value)
    open = stack.length === 0 ? undefined : stack.length === 1 ? parent : stack[1]?.value
  }
  let damage: ParsedJson['damage']
  try {
    for (const piece of text.split(/(?<=\n)/)) {
      parser.write(piece)
      line++
    }
    parser.end()
  } catch {
    // The message of the error may quote a comment.
    const place = `line ${Math.min(line, text.split('\n').length)}`
    damage = { place, note: 'the JSON breaks off or is damaged here' }
  }
  if (open !== undefined) roots.push(open)
  if (roots.length === 0) throw new NotAnExport('this file is not JSON: export it again')
  return { roots, damage, isComplete: (value) => complete.has(value) }
}
