/** What a line of Markdown is part of, as far as a paste must know. */
export type LineKind = 'blank' | 'text' | 'list' | 'code'

const listMarker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/
/** A line across the page, or a heading: at the margin it ends a list, and is no item. */
const divider = /^ {0,3}(?:([-_*])[ \t]*(?:\1[ \t]*){2,}|#{1,6}(?:[ \t].*)?)$/
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/s

/** HTML that does not end with a blank line, and what it ends with (CommonMark 0.31, 4.6: conditions 1 to 5). */
const rawHtml: { begin: RegExp; end: RegExp }[] = [
  {
    begin: /^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    end: /<\/(?:script|pre|style|textarea)>/i,
  },
  { begin: /^ {0,3}<!--/, end: /-->/ },
  { begin: /^ {0,3}<\?/, end: /\?>/ },
  { begin: /^ {0,3}<!\[CDATA\[/, end: /\]\]>/ },
  { begin: /^ {0,3}<![a-z]/i, end: />/ },
]

/** Names with which an element begins HTML that ends with a blank line (condition 6). */
const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const blockHtml = new RegExp(`^ {0,3}</?(?:${blockNames})(?:\\s|/?>|$)`, 'i')
/** Any other tag that is all there is on its line (condition 7). It ends no paragraph. */
const loneTag =
  /^ {0,3}<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>[ \t]*$/i

const blank = /^[ \t]*$/

type Open = { end: RegExp; inList: boolean }

/** How far a line is moved in, in columns: a tab leads to the next fourth one. */
function indentOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === ' ') columns += 1
    else if (sign === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/**
 * Tells of one line after the other what it is part of: code (fenced, indented, or raw HTML), a list, or neither. It reads
 * a megabyte in milliseconds, and agrees with the parser of posts on which lines stand by themselves.
 */
export class BlockReader {
  private open: Open | undefined
  private inList = false
  private before: LineKind = 'blank'
  /** How far in the words of the last item stand: what stands less far is none of its own. */
  private itemIndent = 0

  read(line: string): LineKind {
    this.before = this.judge(line)
    return this.before
  }

  /** Whether a line begun here would stand in what was opened before: code, or an item of a list. */
  kindOfNext(line: string): LineKind {
    const { open, inList, before, itemIndent } = this
    const kind = this.judge(line)
    Object.assign(this, { open, inList, before, itemIndent })
    return kind
  }

  private judge(line: string): LineKind {
    const isBlank = line.trim() === ''
    const isIndented = /^(?: {2,}|\t)/.test(line)
    // What was opened in an item ends with it.
    if (this.open?.inList && !isBlank && indentOf(line) < this.itemIndent) this.open = undefined
    const { open } = this
    if (open?.end.test(line)) this.open = undefined
    if (open && !(isBlank && open.end === blank)) return 'code'
    if (isBlank) return this.inList && isIndented ? 'list' : 'blank'
    return this.judgeWords(line, isIndented)
  }

  private judgeWords(line: string, isIndented: boolean): LineKind {
    const isDivider = divider.test(line) && indentOf(line) < Math.max(1, this.itemIndent)
    if (isDivider) this.inList = false
    const marker = isDivider ? undefined : listMarker.exec(line)?.[0]
    if (marker !== undefined) {
      this.inList = true
      this.itemIndent = marker.length
    } else if (this.before === 'blank' && !isIndented) this.inList = false
    const margin = this.inList ? /^ */.exec(line)?.[0].length : 0
    // Begun before where an item's words stand, a block ends the list.
    const inList = marker !== undefined || (this.inList && indentOf(line) >= this.itemIndent)
    const canBeLoneTag = marker !== undefined || this.before === 'blank' || this.before === 'code'
    if (this.openBlock(line.slice(marker?.length ?? margin), inList, canBeLoneTag)) {
      this.inList = inList
      return 'code'
    }
    if (this.inList) return 'list'
    return /^(?: {4}|\t)/.test(line) && this.before !== 'text' ? 'code' : 'text'
  }

  private openBlock(content: string, inList: boolean, canBeLoneTag: boolean): boolean {
    const mark = fence.exec(content)?.slice(1).find(Boolean)
    if (mark !== undefined) {
      // recheck-ignore: its repeats are of three different characters, and it is anchored to a line.
      this.open = { end: new RegExp(`^ *${mark[0]}{${mark.length},}[ \\t]*$`), inList }
      return true
    }
    const html = rawHtml.find(({ begin }) => begin.test(content))
    if (!html && (blockHtml.test(content) || (canBeLoneTag && loneTag.test(content)))) {
      this.open = { end: blank, inList }
      return true
    }
    if (!html) return false
    if (!html.end.test(content.replace(html.begin, ''))) this.open = { end: html.end, inList }
    return true
  }
}
