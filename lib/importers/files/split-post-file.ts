/** A file in its parts: one after the other they are the file again, to the byte. */
export type PostFileParts = {
  /** A byte order mark, or nothing. */
  mark: string
  /** From the first `---` to the end of its line; empty where there is no front matter, and then so are the next two. */
  opening: string
  /** The YAML, with the end of its last line. */
  header: string
  /** The second `---`, and the blank lines beneath it. */
  closing: string
  body: string
}

/** The second `---` begins a line: a title may end in dashes. */
const frontMatter = /^(---[ \t]*\r?\n)((?:[^\n]*\n)*?)(---[ \t]*(?:(?:\r?\n)+|$))/

/** Takes a file's text apart, whatever its line ends are. */
export function splitPostFile(source: string): PostFileParts {
  const [mark = ''] = /^\uFEFF*/.exec(source) ?? []
  const text = source.slice(mark.length)
  const [whole = '', opening = '', header = '', closing = ''] = frontMatter.exec(text) ?? []
  return { mark, opening, header, closing, body: text.slice(whole.length) }
}

/** The line end that most lines of a text have. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const lines = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows * 2 > lines ? '\r\n' : '\n'
}

/** The same text with every line ended alike. */
export function withLineEnds(text: string, lineEnd: '\n' | '\r\n'): string {
  const plain = text.replaceAll('\r\n', '\n')
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}
