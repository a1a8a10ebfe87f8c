/** The parts of a file; joined, they are the file byte for byte. */
type PostFileParts = {
  /** The byte order mark, or empty. */
  mark: string
  /** The first `---` with its line end; empty without front matter, like the next two. */
  opening: string
  /** The YAML with its last line end. */
  header: string
  /** The second `---` and the blank lines after it. */
  closing: string
  body: string
}

/** The second `---` must start a line, since a title may end in dashes. */
const frontMatter = /^(---[ \t]*\r?\n)((?:[^\n]*\n)*?)(---[ \t]*(?:(?:\r?\n)+|$))/

/** Splits a file into its parts, for any line ends. */
export function splitPostFile(source: string): PostFileParts {
  const [mark = ''] = /^\uFEFF*/.exec(source) ?? []
  const text = source.slice(mark.length)
  const [whole = '', opening = '', header = '', closing = ''] = frontMatter.exec(text) ?? []
  return { mark, opening, header, closing, body: text.slice(whole.length) }
}

/** Returns the most common line end of a text. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const lines = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows * 2 > lines ? '\r\n' : '\n'
}

/** Returns a text with uniform line ends. */
export function withLineEnds(text: string, lineEnd: '\n' | '\r\n'): string {
  const plain = text.replaceAll('\r\n', '\n')
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/**
 * Restores the line ends of a text that a form has normalised: returns the stored text if only line
 * ends differ, and otherwise uses its most common line end.
 * @param sent the text with LF only
 */
export function keepLineEnds(sent: string, stored: string): string {
  return withLineEnds(stored, '\n') === sent ? stored : withLineEnds(sent, lineEndOf(stored))
}
