import 'server-only'
import { JSONParser, TokenType } from '@streamparser/json'
import { jsonDepthMax } from '@/lib/importers/comments/read-json'
import { countOf, fieldOf, textOf, voteCountOf } from '@/lib/importers/comments/source-fields'
import type {
  CommentReader,
  LossReason,
  SourceComment,
  SourceFile,
  SourceRecord,
  SourceStatus,
} from '@/lib/importers/comments/source-record'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { decodeChunks } from '@/lib/importers/comments/source-text'
import { parseSourceTime } from '@/lib/importers/comments/source-time'

/**
 * Reads comments of giscus and utterances: responses of GitHub's GraphQL API (one, several in a
 * list, or several in a row), a bare list of discussions or issues, and the REST API's lists of
 * issues and of their comments in one file. A file of up to 200 MB is read into memory, because
 * comments are nested in their discussions. GitHub has no export: see docs/move/giscus.md.
 */
export const github: CommentReader = {
  format: 'github-discussions',
  detect: ({ text }) => /^[[{]/.test(text) && signs.some((sign) => sign.test(text)),
  read: readGithub,
}

/** Patterns that identify a response. Quotes inside strings are escaped and do not match. */
const signs = [
  /^[[\s]*\{\s*"data"\s*:\s*\{\s*"(?:repository|organization|node|search)"/,
  /"(?:discussions|issues|comments|replies)"\s*:\s*\{\s*"(?:totalCount|pageInfo|nodes|edges)"/,
  /"(?:html_url|issue_url)"\s*:\s*"https:\/\/(?:api\.)?github\.com\/[^"]*\/issues\//,
]

async function* readGithub(file: SourceFile): AsyncGenerator<SourceRecord> {
  const json = await parseWholeJson(file)
  const walk = new Walk(json)
  for (const root of json.roots) yield* walk.visit(root)
  if (!walk.hasFound)
    throw new NotAnExport(
      walk.messages.length > 0
        ? `GitHub returned an error: ${walk.messages.join('; ')}`
        : 'this JSON has no GitHub discussions or issues: check the repository and category',
    )
  yield* walk.cutLists()
  if (walk.messages.length > 0) {
    const note = `GitHub returned an error: ${walk.messages.join('; ')}`
    yield { kind: 'loss', loss: { reason: 'truncated-at-source', ids: [], place: 'errors', note } }
  }
  if (json.damage)
    yield { kind: 'loss', loss: { reason: 'broken-record', ids: [], ...json.damage } }
}

/** Bytes of the largest file that is read at once. Its values need several times as much memory. */
export const wholeJsonSizeMax = 200 * 2 ** 20

/** The values of a JSON file, which may be truncated or damaged. */
type ParsedJson = {
  /** The values of the file, usually one. */
  roots: unknown[]
  /** The place of the damage and a description; undefined for a valid file. */
  damage: { place: string; note: string } | undefined
  /** Returns false for an object or list that the break interrupted. */
  isComplete: (value: object) => boolean
}

/**
 * Parses a file that is JSON, or several JSON values one after the other, up to where it breaks.
 * @throws NotAnExport if it is larger than 200 MB, or if no value could be read
 */
async function parseWholeJson(file: SourceFile): Promise<ParsedJson> {
  const text = await readWhole(file)
  try {
    return { roots: [JSON.parse(text)], damage: undefined, isComplete: () => true }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return parseUpToBreak(text)
  }
}

async function readWhole(file: SourceFile): Promise<string> {
  let size = 0
  async function* limited(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.open()) {
      size += chunk.length
      if (size > wholeJsonSizeMax)
        throw new NotAnExport('this file is larger than 200 MB: split it into several files')
      yield chunk
    }
  }
  const parts: string[] = []
  for await (const part of decodeChunks(limited())) parts.push(part)
  return parts.join('')
}

function parseUpToBreak(text: string): ParsedJson {
  const roots: unknown[] = []
  const complete = new WeakSet<object>()
  let open: unknown
  let line = 1
  let depth = 0
  const parser = new JSONParser({ separator: '' })
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    if (depth > jsonDepthMax) throw new Error('the JSON is nested too deeply')
  }
  parser.onValue = ({ value, parent, stack }) => {
    if (typeof value === 'object' && value !== null) complete.add(value)
    if (stack.length === 0) roots.push(value)
    open = stack.length === 0 ? undefined : stack.length === 1 ? parent : stack[1]?.value
  }
  let damage: ParsedJson['damage']
  try {
    for (const piece of text.split(/(?<=\n)/)) {
      parser.write(piece)
      line++
    }
    parser.end()
  } catch {
    // The message of the error may quote a comment.
    const place = `line ${Math.min(line, text.split('\n').length)}`
    damage = { place, note: 'the JSON breaks off or is damaged here' }
  }
  if (open !== undefined) roots.push(open)
  if (roots.length === 0) throw new NotAnExport('this file is not JSON: export it again')
  return { roots, damage, isComplete: (value) => complete.has(value) }
}

/** Names of values that contain discussions, issues or their comments at some depth. */
const containers = [
  ...['data', 'repository', 'organization', 'search', 'node', 'nodes', 'edges'],
  ...['discussions', 'discussion', 'issues', 'issue', 'items'],
]

/** Maximum depth, larger than that of any response. */
const depthMax = 12

/** A list that may be incomplete in the file. */
type CutList = { name: string; announced: number; ids: Set<string>; hasMore: boolean }

type Place = { pageId: string; parentId: string; kind: 'discussion' | 'issue'; place: string }

/** Collects the records of parsed responses. */
class Walk {
  hasFound = false
  /** Messages of errors that GitHub returned instead of data. */
  messages: string[] = []
  #lists = new Map<string, CutList>()
  /** The ids of comments. Several responses may contain the same comment. */
  #seen = new Set<string>()
  #json: ParsedJson

  constructor(json: ParsedJson) {
    this.#json = json
  }

  *visit(value: unknown, depth = 0): Generator<SourceRecord> {
    if (depth > depthMax || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) yield* this.visit(item, depth + 1)
      return
    }
    if (fieldOf(value, 'issue_url') !== undefined) yield* this.#restComment(value)
    else if (isPage(value)) yield* this.#page(value)
    else yield* this.#contents(value, depth)
  }

  *#contents(value: object, depth: number): Generator<SourceRecord> {
    for (const item of [value, ...listOf(fieldOf(value, 'errors'))]) {
      const message = textOf(fieldOf(item, 'message'))
      if (message !== '') this.messages.push(message)
    }
    for (const name of containers) {
      const found = fieldOf(value, name)
      if (!Array.isArray(found) && listOf(found).length > 0) this.#count(name, name, found)
      yield* this.visit(found, depth + 1)
    }
  }

  *#page(value: object): Generator<SourceRecord> {
    this.hasFound = true
    const url = textOf(fieldOf(value, 'html_url') ?? fieldOf(value, 'url'))
    const kind = /\/(?:issues|pull)\//.test(url) ? 'issue' : 'discussion'
    const number = textOf(fieldOf(value, 'number'))
    const place = `${kind} ${number}`
    const id = pageIdOf(url) || textOf(fieldOf(value, 'id')) || place
    const title = textOf(fieldOf(value, 'title'))
    yield {
      kind: 'page',
      id,
      page: {
        address: addressIn(textOf(fieldOf(value, 'body'))) ?? title,
        title,
        isClosed: fieldOf(value, 'locked') === true,
        date: timeOf(value, 'createdAt', 'created_at'),
      },
    }
    yield* this.#comments(fieldOf(value, 'comments'), { pageId: id, parentId: '', kind, place })
  }

  *#comments(connection: unknown, place: Place): Generator<SourceRecord> {
    const name = place.parentId === '' ? place.place : `${place.place}, comment ${place.parentId}`
    this.#count(`${place.pageId} ${place.parentId}`, name, connection)
    for (const node of listOf(connection)) yield* this.#comment(node, place)
  }

  *#comment(node: unknown, { pageId, parentId, kind, place }: Place): Generator<SourceRecord> {
    const id = idOf(node)
    const where = `${place}, comment ${id}`
    if (typeof node !== 'object' || node === null || !this.#json.isComplete(node)) {
      const ids = [id || where]
      yield { kind: 'loss', loss: { reason: 'broken-record', ids, place: where } }
      return
    }
    const replyTo = textOf(fieldOf(node, 'replyTo', 'id'))
    const ids = { id, pageId, parentId: replyTo || parentId, place: where }
    if (id === '' || !this.#seen.has(id))
      yield { kind: 'comment', comment: { ...ids, ...fieldsOf(node, kind) } }
    this.#seen.add(id)
    const replies = fieldOf(node, 'replies')
    // GitHub has two levels.
    if (parentId === '' && replies !== undefined)
      yield* this.#comments(replies, { pageId, parentId: id, kind, place })
  }

  /** A comment of the REST API, which names its issue by URL. */
  *#restComment(value: object): Generator<SourceRecord> {
    this.hasFound = true
    const pageId = pageIdOf(textOf(fieldOf(value, 'issue_url')))
    const place = `issue ${pageId.split('/').at(-1)}`
    this.#count(`${pageId} `, place, [value])
    yield* this.#comment(value, { pageId, parentId: '', kind: 'issue', place })
  }

  /**
   * Counts the nodes that a connection announces. Later responses may contain the rest.
   * @param connection for issues of the REST API, the number of comments
   */
  #count(key: string, name: string, connection: unknown): void {
    const list = this.#lists.get(key) ?? { name, announced: 0, ids: new Set(), hasMore: false }
    // `discussionCount` and `issueCount` belong to searches.
    const totals = ['totalCount', 'discussionCount', 'issueCount']
    const counts = totals.map((total) => countOf(fieldOf(connection, total)))
    const total = typeof connection === 'number' ? connection : 0
    list.announced = Math.max(list.announced, total, ...counts)
    list.hasMore = fieldOf(connection, 'pageInfo', 'hasNextPage') === true
    for (const [index, node] of listOf(connection).entries())
      list.ids.add(idOf(node) || `${list.ids.size} ${index}`)
    this.#lists.set(key, list)
  }

  /** Yields a loss for each incomplete list. */
  *cutLists(): Generator<SourceRecord> {
    for (const { name, announced, ids, hasMore } of this.#lists.values()) {
      const isCut = announced > ids.size || (hasMore && announced === 0)
      if (!isCut) continue
      const note =
        announced > 0
          ? `${name}: ${announced} announced, ${ids.size} in the file`
          : `${name}: ${ids.size} in the file, and there are more`
      yield { kind: 'loss', loss: { reason: 'truncated-at-source', ids: [], place: name, note } }
    }
  }
}

/** Returns the nodes of a connection, or a list itself. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const nodes = fieldOf(value, 'nodes')
  if (Array.isArray(nodes)) return nodes
  const edges = fieldOf(value, 'edges')
  return Array.isArray(edges) ? edges.map((edge) => fieldOf(edge, 'node')) : []
}

const isPage = (value: object) =>
  typeof fieldOf(value, 'title') === 'string' &&
  (fieldOf(value, 'number') !== undefined || fieldOf(value, 'comments') !== undefined)

/** Returns `owner/name/issues/12`, which both APIs' URLs contain. */
const pageIdOf = (url: string) =>
  /\/([\w.-]+\/[\w.-]+\/(?:issues|discussions|pull)\/\d+)(?:[?#]|$)/.exec(url)?.[1] ?? ''

/**
 * Returns the page's URL in the text of a discussion or issue: the last line that is only a URL.
 * giscus writes it bare, and utterances as a link to itself.
 */
function addressIn(body: string): string | undefined {
  return body
    .split(/\r\n|[\r\n]/)
    .map((line) => /^(?:\[[^\]]*\]\((https?:\/\/\S+)\)|<?(https?:\/\/\S+?)>?)$/.exec(line.trim()))
    .map((match) => match?.[1] ?? match?.[2])
    .findLast(Boolean)
}

/** The REST API numbers comments, and also gives the id of the GraphQL API. */
const idOf = (node: unknown) => textOf(fieldOf(node, 'node_id')) || textOf(fieldOf(node, 'id'))

function timeOf(node: unknown, ...names: string[]): Date | undefined {
  const values = names.map((name) => fieldOf(node, name))
  return parseSourceTime(values.find(Boolean), 'UTC').date
}

/** The name that GitHub shows for deleted accounts. */
const deletedAccount = 'ghost'

function fieldsOf(
  node: object,
  kind: Place['kind'],
): Omit<SourceComment, 'id' | 'pageId' | 'parentId' | 'place'> {
  const losses: LossReason[] = []
  const body = fieldOf(node, 'body')
  const content = textOf(body ?? fieldOf(node, 'bodyHTML'))
  const status = statusOf(node, losses)
  const names = ['author', 'user'].map((field) => fieldOf(node, field))
  const author = names.find((found) => found !== undefined)
  if (/(?<![\w:]):(?:[+-]1|[a-z][\w+-]*):(?![\w:])/.test(withoutCode(content)))
    losses.push('emoticon')
  const votes = votesOf(node, kind, losses)
  const anchor = anchorOf(node, kind)
  return {
    status,
    authorName: author === null ? deletedAccount : textOf(fieldOf(author, 'login')),
    content,
    markup: body === undefined || body === null ? 'html' : 'markdown',
    createdAt: timeOf(node, 'createdAt', 'created_at'),
    // `updated_at` of the REST API also changes with reactions.
    editedAt: timeOf(node, 'lastEditedAt'),
    ...(votes && { votes }),
    ...(anchor !== '' && { anchor }),
    losses,
  }
}

const withoutCode = (content: string) => content.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '')

function statusOf(node: object, losses: LossReason[]): SourceStatus {
  if (textOf(fieldOf(node, 'deletedAt')) !== '') return 'deleted'
  if (fieldOf(node, 'isMinimized') !== true) return 'published'
  if (textOf(fieldOf(node, 'minimizedReason')).toLowerCase() === 'spam') return 'spam'
  losses.push('minimized')
  return 'pending'
}

/**
 * Returns the upvotes of a discussion, or the thumbs of an issue, which has no votes. Other
 * reactions are reported.
 */
function votesOf(node: object, kind: Place['kind'], losses: LossReason[]): SourceComment['votes'] {
  const reactions = reactionsOf(node)
  const isThumb = (name: string) => /^(?:THUMBS_(?:UP|DOWN)|[+-]1)$/.test(name)
  const thumbs = (name: RegExp) => reactions.find(([found]) => name.test(found))?.[1] ?? 0
  const isLost = ([name]: [string, number]) => kind === 'discussion' || !isThumb(name)
  if (reactions.some(isLost)) losses.push('reactions')
  if (kind === 'issue') return { up: thumbs(/UP$|\+1/), down: thumbs(/DOWN$|-1/) }
  const upvotes = fieldOf(node, 'upvoteCount')
  return upvotes === undefined ? undefined : { up: voteCountOf(upvotes), down: 0 }
}

/** Returns the reactions whose count is not 0, with their counts. */
function reactionsOf(node: object): [string, number][] {
  const groups = fieldOf(node, 'reactionGroups')
  const rest = fieldOf(node, 'reactions')
  const found: [string, number][] = Array.isArray(groups)
    ? groups.map((group) => [
        textOf(fieldOf(group, 'content')),
        // `users` is the older name of `reactors`.
        voteCountOf(
          fieldOf(group, 'reactors', 'totalCount') ?? fieldOf(group, 'users', 'totalCount'),
        ),
      ])
    : Object.entries(typeof rest === 'object' && rest !== null ? rest : {})
        .filter(([name]) => name !== 'url' && name !== 'total_count')
        .map(([name, count]) => [name, voteCountOf(count)])
  return found.filter(([, count]) => count > 0)
}

function anchorOf(node: object, kind: Place['kind']): string {
  const url = textOf(fieldOf(node, 'html_url') ?? fieldOf(node, 'url'))
  const [, fragment = ''] = url.split('#')
  const number = textOf(fieldOf(node, 'databaseId'))
  return fragment || (number && `${kind === 'issue' ? 'issue' : 'discussion'}comment-${number}`)
}
