const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML 1.0 has no place for, not even escaped (“2.2 Characters”): control characters, lone surrogates, U+FFFE. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text as it stands in XML, between tags and in quoted attributes alike. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
