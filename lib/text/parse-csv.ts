/**
 * The rows of comma-separated values (RFC 4180): fields may stand in quotes, and hold commas, line ends and doubled quotes
 * there. Line ends are those of any system; a byte order mark is passed over.
 */
export function* parseCsv(text: string): Generator<string[]> {
  let row: string[] = []
  // A field and what ends it. Each alternative begins with another character: no text makes it search twice.
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y
  const end = text.length
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < end; ) {
    field.lastIndex = at
    const match = field.exec(text)
    if (!match)
      throw new SyntaxError(
        `A quote is not closed, or something stands behind it (character ${at + 1}).`,
      )
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
