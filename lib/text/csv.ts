/**
 * Parses comma-separated values (RFC 4180) row by row. Quoted fields may contain commas, line
 * endings and doubled quotes. Accepts all line endings, and skips a byte order mark.
 */
export function* parseCsv(text: string): Generator<string[]> {
  let row: string[] = []
  // Matches a field and its terminator. The alternatives start with different characters, so there
  // is no backtracking.
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y
  const end = text.length
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < end; ) {
    field.lastIndex = at
    const match = field.exec(text)
    if (!match)
      throw new SyntaxError(`Unclosed quote, or text after a closing quote (character ${at + 1}).`)
    const [whole, quoted, plain = '', ending] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    if (ending !== ',') {
      yield row
      row = []
    } else if (at === end) row.push('')
  }
  if (row.length > 0) yield row
}

/** Formats a row of comma-separated values with its line ending (RFC 4180). */
export function csvRow(fields: (string | number)[]): string {
  return `${fields.map((field) => quoted(String(field))).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
