import type { CommentLine, ThreadLine } from '@/lib/comments/export/export-format'
import type messages from '@/messages/en.json'

/** The records that readers of exports yield. Readers do not convert texts. */

/** A page of the old system, as its export describes it. */
export type SourcePage = {
  /** Its absolute URL, its path, or a name that `--map` changes to one of these. */
  address: string
  /** Plain text or HTML; empty if unknown. */
  title?: string
  isClosed?: boolean
  /** True if the old system deleted the page: its comments are not imported. */
  isDeleted?: boolean
  /** True if the old system did not show the page to everyone. */
  isPrivate?: boolean
  /** The date for comments without a date. */
  date?: Date | undefined
  /** Its slug in the old system, which a post of this blog may have kept. */
  slug?: string
  /** Data that only Afterword's own export has. */
  own?: OwnThread
}

/** A thread of another Afterword instance. The import adds a missing site. */
export type OwnThread = Omit<ThreadLine, 'type' | 'title' | 'closed'>

export type SourceStatus = CommentLine['status']

/** A comment of the old system. Optional properties are absent if the source does not have them. */
export type SourceComment = {
  /** Its id in the old system; empty if it has none. */
  id: string
  /** The id of the comment that it replies to, on the same page; empty for a top-level comment. */
  parentId: string
  /** The id of its page, as in the reader's records of pages. */
  pageId: string
  /** Its place in the input, for the report: `line 12` or a file's path. */
  place: string
  status: SourceStatus
  authorName: string
  authorEmail?: string | undefined
  /** The author's website. It is reported as a loss and not stored. */
  authorUrl?: string | undefined
  content: string
  markup: 'html' | 'markdown'
  /** Undefined if the source has no valid time. */
  createdAt: Date | undefined
  editedAt?: Date | undefined
  isPinned?: boolean
  votes?: { up: number; down: number } | undefined
  /** The fragment of the comment's old permalink, without `#`. */
  anchor?: string | undefined
  /** Data that only Afterword's own export has. */
  own?: CommentLine
  /** Losses that only the reader can detect. */
  losses?: LossReason[]
}

/** A record of an export, in the order of the file. */
export type SourceRecord =
  /** A page. It may follow its comments; several records may describe the same page. */
  | { kind: 'page'; id: string; page: SourcePage }
  | { kind: 'comment'; comment: SourceComment }
  /** A record that cannot be imported, or a loss that concerns no single comment. */
  | { kind: 'loss'; loss: SourceLoss }

export type SourceLoss = {
  reason: LossReason
  /** The ids of the comments, or their places if they have none. */
  ids: string[]
  place: string
  /** A short description of the loss. */
  note?: string
}

/** Records the loss of a comment. */
export type NoteLoss = (reason: LossReason, id: string, comment: SourceComment) => void

/** A reason why a record is not imported, or why a comment differs from its source. */
export type LossReason = keyof typeof messages.commentImport.reasons

/** Reasons why a record is not imported. */
const omitted: readonly LossReason[] = [
  'thread-missing',
  'thread-deleted',
  'page-unmatched',
  'duplicate',
  'deleted-without-replies',
  'empty',
  'not-a-comment',
  'broken-record',
]

/** Returns true if comments with this loss are imported with a change. */
export const isImportedDespite = (reason: LossReason): boolean => !omitted.includes(reason)

/** A file of an import. It can be opened several times. */
export type SourceFile = {
  /** Its path, relative to the folder or archive that contains it. */
  name: string
  /** Yields its decompressed bytes. Ends without an error where compressed data is damaged. */
  open: () => AsyncIterable<Uint8Array>
  /** The reason why its bytes end early or are wrong, known once they have been read. */
  damage?: string
}

export type ReadOptions = {
  /** IANA time zone of times without one. */
  timeZone: string
  /** Host of the site whose pages the files describe. */
  site?: string | undefined
}

/** Reads one format. */
export type CommentReader = {
  /** The name for `--format`. */
  format: string
  /** Returns true for a file that starts with this text (`readStart`). Its name is ignored. */
  detect: (start: string) => boolean
  /**
   * Reads a file as a stream, so that memory use does not grow with its comments.
   * @throws NotAnExport if nothing of it can be read
   */
  read: (file: SourceFile, options: ReadOptions) => AsyncIterable<SourceRecord>
}

/** Thrown for input that is not a readable export of comments. The message includes advice. */
export class NotAnExport extends Error {
  override name = 'NotAnExport'
}

/** Functions that the conversions of HTML and Markdown share for one comment. */
export type Conversion = {
  /** Records a loss. */
  lose: (reason: LossReason) => void
  /** Returns the absolute address of a link, or undefined if comments cannot have such links. */
  targetOf: (address: string) => string | undefined
}
