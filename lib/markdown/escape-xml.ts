const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Characters that XML 1.0 does not allow even when escaped (“2.2 Characters”): control characters,
 * lone surrogates, U+FFFE and U+FFFF.
 */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Escapes text for XML, for element content and quoted attributes alike. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** Returns text as a CDATA section, without characters that XML does not allow. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replace(forbidden, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
