/**
 * The source of a pattern for the characters, besides whitespace and `<`, that end a bare URL:
 * closing, CJK and other non-ASCII punctuation, and invisible characters. Hyphens, the middle dot
 * and the katakana middle dot join words and are part of a URL.
 */
export const urlEnd =
  String.raw`(?![!-~·‐‑–・])[\p{P}～＜＞｜` +
  String.raw`\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]`

const bareUrl = new RegExp(
  String.raw`(?<![a-z\d])(?:https?://(?=[\p{L}\p{N}])|(?<![\w.@/-])www\.(?=[\p{L}\p{N}]))` +
    String.raw`(?:(?!\*\*|~~|${urlEnd})[^\s<])+`,
  'iuy',
)

/**
 * Returns the length of the bare URL at an offset of a text, in UTF-16 units, or 0 if there is
 * none. Punctuation and dashes at its end, and a parenthesis that it does not open, belong to the
 * sentence around it (GFM 6.9). ASCII hyphens do not: addresses of videos end with them.
 */
export function bareUrlLength(text: string, offset: number): number {
  bareUrl.lastIndex = offset
  const url = bareUrl.exec(text)?.[0] ?? ''
  let unopened = (url.match(/\)/g)?.length ?? 0) - (url.match(/\(/g)?.length ?? 0)
  let { length } = url
  for (; length > 0; length--) {
    const last = url.charAt(length - 1)
    if (last === ')' ? unopened-- <= 0 : !/[!"'*,.:;?_~\]‐‑–]/.test(last)) break
  }
  return length
}
