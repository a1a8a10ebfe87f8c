/** What a line of Markdown is part of, as far as a paste must know. */
export type LineKind = 'blank' | 'text' | 'list' | 'code'

const listMarker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/

/** HTML that does not end with a blank line, and what it ends with (CommonMark 0.31, 4.6: conditions 1 to 5). */
const rawHtml: { begin: RegExp; end: RegExp }[] = [
  { begin: /^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { begin: /^ {0,3}<!--/, end: /-->/ },
  { begin: /^ {0,3}<\?/, end: /\?>/ },
  { begin: /^ {0,3}<!\[CDATA\[/, end: /\]\]>/ },
  { begin: /^ {0,3}<![a-z]/i, end: />/ },
]

type Open = { end: RegExp; inList: boolean }

/**
 * Tells of one line after the other what it is part of: code (fenced, indented, or raw HTML), a list, or neither. It reads
 * a megabyte in milliseconds, and agrees with the parser of posts on which lines stand by themselves.
 */
export class BlockReader {
  private open: Open | undefined
  private inList = false
  private before: LineKind = 'blank'

  read(line: string): LineKind {
    this.before = this.judge(line)
    return this.before
  }

  /** Whether a line begun here would stand in what was opened before: code, or an item of a list. */
  kindOfNext(line: string): LineKind {
    const { open, inList, before } = this
    const kind = this.judge(line)
    Object.assign(this, { open, inList, before })
    return kind
  }

  private judge(line: string): LineKind {
    const isBlank = line.trim() === ''
    const isIndented = /^(?: {2,}|\t)/.test(line)
    // What was opened in an item ends with it.
    if (this.open?.inList && !isBlank && !isIndented) this.open = undefined
    if (this.open) {
      if (this.open.end.test(line)) this.open = undefined
      return 'code'
    }
    if (isBlank) return this.inList && isIndented ? 'list' : 'blank'
    return this.judgeWords(line, isIndented)
  }

  private judgeWords(line: string, isIndented: boolean): LineKind {
    const marker = listMarker.exec(line)?.[0]
    if (marker !== undefined) this.inList = true
    else if (this.before === 'blank' && !isIndented) this.inList = false
    const margin = this.inList ? /^ */.exec(line)?.[0].length : 0
    // Begun at the margin a block ends the list.
    const inList = marker !== undefined || (this.inList && isIndented)
    if (this.openBlock(line.slice(marker?.length ?? margin), inList)) {
      this.inList = inList
      return 'code'
    }
    if (this.inList) return 'list'
    return /^(?: {4}|\t)/.test(line) && this.before !== 'text' ? 'code' : 'text'
  }

  private openBlock(content: string, inList: boolean): boolean {
    const mark = fence.exec(content)?.slice(1).find(Boolean)
    if (mark !== undefined) {
      this.open = { end: new RegExp(`^ *${mark[0]}{${mark.length},}[ \\t]*$`), inList }
      return true
    }
    const html = rawHtml.find(({ begin }) => begin.test(content))
    if (!html) return false
    if (!html.end.test(content.replace(html.begin, ''))) this.open = { end: html.end, inList }
    return true
  }
}
