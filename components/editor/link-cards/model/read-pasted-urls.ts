/** Characters of a URL that is taken for one; the previews take no longer one either. */
const urlLengthMax = 2_048
/** Where more is pasted at once it is a text, whatever it looks like. */
const textLengthMax = 2_000_000

/**
 * What other programs leave in what is copied, and nobody sees: soft hyphens, zero-width spaces, marks of direction, word
 * joiners, byte order marks.
 */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g
/** Joiners that have a meaning within a word of some scripts, and none at an end. */
const joinersAtEnds = /^[\u200C\u200D]+|(?<![\u200C\u200D])[\u200C\u200D]+$/g

/**
 * The URLs that a pasted text is made of, and nothing else is in it: one, or several parted by white space. Each may stand
 * in angle brackets, or begin with `www.`.
 *
 * @returns absolute http(s) URLs as they were written; none where the text holds anything else
 */
export function readPastedUrls(text: string): string[] {
  if (text.length > textLengthMax) return []
  const tokens = text.replace(invisible, '').split(/\s+/)
  const urls: string[] = []
  for (const token of tokens) {
    if (token === '') continue
    const url = readUrl(token.replace(joinersAtEnds, ''))
    if (url === undefined) return []
    urls.push(url)
  }
  return urls
}

function readUrl(token: string): string | undefined {
  const bare = /^<(.+)>$/.exec(token)?.[1]?.replace(joinersAtEnds, '') ?? token
  const written = /^www\.[^./]+\.[^/]/i.test(bare) ? `https://${bare}` : bare
  if (
    written.length > urlLengthMax ||
    !/^https?:\/\/[^\s/?#\\]/i.test(written) ||
    /[<>"`\\\p{Cc}]/u.test(written)
  )
    return undefined
  if (!written.isWellFormed() || !URL.canParse(written)) return undefined
  const { username, password, hostname } = new URL(written)
  // A password is not to be published by a paste; a word without a dot is a name within a house, or a slip.
  const isHost = hostname.includes('.') || hostname.startsWith('[') || hostname === 'localhost'
  return username === '' && password === '' && isHost ? written : undefined
}
