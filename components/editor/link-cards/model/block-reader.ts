/** The kind of block that a line of Markdown belongs to, as far as pasting needs it. */
export type LineKind = 'blank' | 'text' | 'list' | 'code'

const listMarker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/
/** A thematic break or a heading. Without indentation, it ends a list. */
const divider = /^ {0,3}(?:([-_*])[ \t]*(?:\1[ \t]*){2,}|#{1,6}(?:[ \t].*)?)$/
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/s

/**
 * HTML that does not end at a blank line, with its end (CommonMark 0.31, 4.6: conditions 1 to 5).
 */
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

/** Element names that begin an HTML block ending at a blank line (condition 6). */
const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|' +
  'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|' +
  'header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|' +
  'param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const blockHtml = new RegExp(`^ {0,3}</?(?:${blockNames})(?:\\s|/?>|$)`, 'i')
/** Any other tag alone on its line (condition 7). It cannot interrupt a paragraph. */
const attribute = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`
const tagName = '[a-z][a-z0-9-]*'
const loneTag = new RegExp(
  String.raw`^ {0,3}<(?:${tagName}(?:${attribute})*\s*\/?|\/${tagName}\s*)>[ \t]*$`,
  'i',
)

const blank = /^[ \t]*$/

type Open = { end: RegExp; inList: boolean }

/** Returns the indentation of a line in columns, with tab stops of 4. */
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
 * Classifies one line after another as code (fenced, indented or raw HTML), list or neither. It
 * reads a megabyte in milliseconds. It agrees with the Markdown parser of posts on the top-level
 * lines.
 */
export class BlockReader {
  private open: Open | undefined
  private inList = false
  private before: LineKind = 'blank'
  /**
   * Indentation of the last item's content, in columns. Less indented text is not part of the item.
   */
  private itemIndent = 0

  read(line: string): LineKind {
    this.before = this.judge(line)
    return this.before
  }

  /** Returns the kind of block that a line starting here would be part of. */
  kindOfNext(line: string): LineKind {
    const { open, inList, before, itemIndent } = this
    const kind = this.judge(line)
    Object.assign(this, { open, inList, before, itemIndent })
    return kind
  }

  private judge(line: string): LineKind {
    const isBlank = line.trim() === ''
    const isIndented = /^(?: {2,}|\t)/.test(line)
    // A block opened in an item ends with it.
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
    // A block that starts left of an item's content ends the list.
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
      // recheck-ignore: repeats three different characters, and is anchored to a line.
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
