/**
 * Limits above which a comment is shown as plain text. Parsing time grows with the square of these
 * counts, and stack depth with the nesting. Real comments stay far below them.
 */
const limits = { lines: 400, emphasisMarks: 200, brackets: 200, backticks: 200, nesting: 16 }

/** The quote and list markers at the start of a line. */
const containers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/

/**
 * Returns whether a comment has more marks outside its code than any real comment. Only fences at
 * the very start of a line delimit code, because those are fences in every context (CommonMark
 * 0.31, 4.5).
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
