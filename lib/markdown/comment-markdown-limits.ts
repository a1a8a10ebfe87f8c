/**
 * What a comment's Markdown may hold before it is set as plain text. The parser's work grows with the square of these,
 * and its stack with the nesting; no person who writes comes near them.
 */
const limits = { lines: 400, emphasisMarks: 200, brackets: 200, backticks: 200, nesting: 16 }

/** The marks of quotes and list items that a line begins with. */
const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/

/**
 * Whether a comment holds more marks outside its code than any that was written to be read. Code is what stands between
 * fences at the very start of a line: those alone are fences whatever stands before them (CommonMark 0.31, 4.5).
 */
export function exceedsMarkdownLimits(markdown: string): boolean {
  const lines = linesOutsideCode(markdown)
  const prose = lines.join('\n')
  return (
    lines.length > limits.lines ||
    count(prose, /[*_~]/g) > limits.emphasisMarks ||
    count(prose, /[[\]]/g) > limits.brackets ||
    count(prose, /`/g) > limits.backticks ||
    lines.some((line) => count(containers.exec(line)?.[0] ?? '', /[->+*.)]/g) > limits.nesting)
  )
}

function linesOutsideCode(markdown: string): string[] {
  const outside: string[] = []
  let fence = ''
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (fence) {
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? ''
      if (closing.startsWith(fence)) fence = ''
      continue
    }
    fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(line)?.slice(1).find(Boolean) ?? ''
    if (!fence) outside.push(line)
  }
  return outside
}

/** Returns how often a pattern with the flag `g` matches. */
export function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
