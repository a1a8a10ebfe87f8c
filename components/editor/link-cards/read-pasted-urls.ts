import { parseUrl } from '@/lib/text/parse-url'

/** Maximum length of a URL in characters, as in link previews. */
const urlLengthMax = 2_048
/** Maximum length of a paste in characters. Longer text is always pasted as text. */
const textLengthMax = 2_000_000

/** Invisible characters that other programs leave in copied text, such as soft hyphens. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g
/** Zero-width joiners: significant within words of some scripts, but not at either end. */
const joinersAtEnds = /^[\u200C\u200D]+|(?<![\u200C\u200D])[\u200C\u200D]+$/g

/**
 * Reads the URLs of a pasted text that contains nothing else: one, or several separated by
 * whitespace. Each may be in angle brackets, or begin with `www.`.
 * @returns the absolute http(s) URLs as written; none if the text contains anything else
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
  const url = written.isWellFormed() ? parseUrl(written) : undefined
  if (!url) return undefined
  const { username, password, hostname } = url
  // A paste must not publish a password. A hostname without a dot is an internal name or a typo.
  const isHost = hostname.includes('.') || hostname.startsWith('[') || hostname === 'localhost'
  return username === '' && password === '' && isHost ? written : undefined
}
