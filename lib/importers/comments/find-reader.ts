import 'server-only'
import { importErrorText } from '@/lib/i18n/error-text'
import { afterword } from './readers/afterword'
import { artalk } from './readers/artalk'
import { blogger } from './readers/blogger'
import { comentario, commento } from './readers/commento'
import { cusdis } from './readers/cusdis'
import { disqus } from './readers/disqus'
import { github } from './readers/github-discussions'
import { isso, issoJson } from './readers/isso'
import { remark42 } from './readers/remark42'
import { twikoo, valine, waline } from './readers/waline'
import { wordpress } from './readers/wordpress'
import { type CommentReader, NotAnExport, type SourceFile } from './source-record'
import { readStart } from './source-text'

/** Recognises a Ghost export only to explain that it has no comments. */
const ghost: CommentReader = {
  format: 'ghost',
  detect: (text) => /^\{\s*"db"\s*:\s*\[\s*\{\s*"(?:meta|data)"/.test(text),
  // biome-ignore lint/correctness/useYield: it has no records.
  async *read() {
    throw new NotAnExport(importErrorText('ghost'))
  },
}

/** The readers of single files, in the order in which they try to recognise a file. */
const readers: readonly CommentReader[] = [
  afterword,
  disqus,
  wordpress,
  blogger,
  isso,
  cusdis,
  issoJson,
  remark42,
  waline,
  valine,
  twikoo,
  artalk,
  commento,
  comentario,
  github,
  ghost,
]

/**
 * Returns the reader for a file, or undefined if no reader recognises its content.
 * @param format the name of a format, instead of detection by content
 * @throws NotAnExport for an unknown name
 */
export async function findReader(
  file: SourceFile,
  format?: string,
): Promise<CommentReader | undefined> {
  // Staticman stores each comment in a file that only its folder names identify.
  if (format === 'staticman') return undefined
  if (format !== undefined) {
    const named = readers.find((reader) => reader.format === format)
    if (named) return named
    const names = readers.map((reader) => reader.format).join(', ')
    throw new NotAnExport(`the format “${format}” does not exist: use one of ${names}, staticman`)
  }
  const start = await readStart(file)
  return readers.find((reader) => reader.detect(start))
}
