/** The parts of a file; joined, they are the file byte for byte. */
type PostFileParts = {
  /** The byte order mark, or empty. */
  mark: string
  /** The first `---` with its line ending; empty without front matter, like the next two. */
  opening: string
  /** The YAML with its last line ending. */
  header: string
  /** The second `---` and the blank lines after it. */
  closing: string
  body: string
}

/** The second `---` must start a line, since a title may end in dashes. */
const frontMatter = /^(---[ \t]*\r?\n)((?:[^\n]*\n)*?)(---[ \t]*(?:(?:\r?\n)+|$))/

/** Splits a file into its parts, for any line endings. */
export function splitPostFile(source: string): PostFileParts {
  const [mark = ''] = /^\uFEFF*/.exec(source) ?? []
  const text = source.slice(mark.length)
  const [whole = '', opening = '', header = '', closing = ''] = frontMatter.exec(text) ?? []
  return { mark, opening, header, closing, body: text.slice(whole.length) }
}
