import 'server-only'
import { JSONParser, TokenType } from '@streamparser/json'
import { importErrorText } from '@/lib/i18n/error-text'
import { jsonDepthMax } from '@/lib/importers/comments/read-json'
import {
  commentRecord,
  countOf,
  type Fields,
  fieldOf,
  isFields,
  lossRecord,
  Row,
  textOf,
  voteCountOf,
} from '@/lib/importers/comments/source-fields'
import {
  type CommentReader,
  type LossReason,
  NotAnExport,
  type ReadOptions,
  type SourceFile,
  type SourceRecord,
  type SourceStatus,
} from '@/lib/importers/comments/source-record'
import { firstBytes } from '@/lib/importers/comments/source-text'

/**
 * Reads comments of giscus and utterances: responses of GitHub's GraphQL API (one, several in a
 * list, or several consecutive ones), a bare list of discussions or issues, and the REST API's
 * lists of issues and of their comments in one file. A file of up to 200 MB is read into memory,
 * because comments are nested in their discussions. GitHub has no export: see docs/move/giscus.md.
 */
export const github: CommentReader = {
  format: 'github-discussions',
  detect: (text) => /^[[{]/.test(text) && signs.some((sign) => sign.test(text)),
  read: readGithub,
}

/** Patterns that identify a response. Quotes inside strings are escaped and do not match. */
const signs = [
  /^[[\s]*\{\s*"data"\s*:\s*\{\s*"(?:repository|organization|node|search)"/,
  /"(?:discussions|issues|comments|replies)"\s*:\s*\{\s*"(?:totalCount|pageInfo|nodes|edges)"/,
  /"(?:html_url|issue_url)"\s*:\s*"https:\/\/(?:api\.)?github\.com\/[^"]*\/issues\//,
]

/** Maximum depth, larger than that of any response. */
const depthMax = 12

/** A list that may be incomplete in the file. */
type CutList = { name: string; announced: number; ids: Set<string>; hasMore: boolean }

type Place = { pageId: string; parentId: string; kind: 'discussion' | 'issue'; place: string }

async function* readGithub(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceRecord> {
  const { roots, damage, isComplete } = await parseWholeJson(file)
  const lists = new Map<string, CutList>()
  /** The ids of pages. */
  const pages = new Set<string>()
  /** The ids of comments. Several responses may contain the same comment. */
  const seen = new Set<string>()
  /** Messages of errors that GitHub returned instead of data. */
  const messages: string[] = []
  for (const root of roots) yield* visit(root)
  const errors = importErrorText('github', { message: messages.join('; ') })
  const hasErrors = messages.length > 0
  if (pages.size === 0) throw new NotAnExport(hasErrors ? errors : importErrorText('noComments'))
  for (const { name, announced, ids, hasMore } of lists.values())
    if (announced > ids.size || (hasMore && announced === 0))
      yield lossRecord('truncated-at-source', name, `${ids.size}/${announced || '?'}`, [])
  if (hasErrors) yield lossRecord('truncated-at-source', file.name, errors, [])
  if (damage) yield damage

  function* visit(value: unknown, depth = 0): Generator<SourceRecord> {
    if (depth > depthMax) return
    if (Array.isArray(value)) for (const item of value) yield* visit(item, depth + 1)
    if (!isFields(value)) return
    if (fieldOf(value, 'issue_url') !== undefined) yield* visitRestComment(value)
    else if (isPage(value)) yield* visitPage(value)
    else yield* visitContents(value, depth)
  }

  /** Visits the values of an object, which may contain discussions or issues at some depth. */
  function* visitContents(value: Fields, depth: number): Generator<SourceRecord> {
    const message = textOf(fieldOf(value, 'message'))
    if (message !== '') messages.push(message)
    for (const [name, found] of Object.entries(value)) {
      if (!Array.isArray(found) && listOf(found).length > 0) count(name, name, found)
      yield* visit(found, depth + 1)
    }
  }

  function* visitPage(value: object): Generator<SourceRecord> {
    const row = new Row(value, '', options)
    const url = row.first('html_url', 'url')
    const kind = /\/(?:issues|pull)\//.test(url) ? 'issue' : 'discussion'
    const place = `${kind} ${row.text('number')}`
    const id = pageIdOf(url) || row.text('id') || place
    const title = row.text('title')
    const page = {
      address: addressIn(row.text('body')) ?? title,
      title,
      isClosed: row.get('locked') === true,
      date: row.time('createdAt', 'created_at').date,
    }
    pages.add(id)
    yield { kind: 'page', id, page }
    yield* visitComments(row.get('comments'), { pageId: id, parentId: '', kind, place })
  }

  function* visitComments(connection: unknown, place: Place): Generator<SourceRecord> {
    const name = place.parentId === '' ? place.place : `${place.place}, comment ${place.parentId}`
    count(`${place.pageId} ${place.parentId}`, name, connection)
    for (const node of listOf(connection)) yield* visitComment(node, place)
  }

  function* visitComment(
    node: unknown,
    { pageId, parentId, kind, place }: Place,
  ): Generator<SourceRecord> {
    const id = idOf(node)
    const where = `${place}, comment ${id}`
    if (typeof node !== 'object' || node === null || !isComplete(node)) {
      yield lossRecord('broken-record', where, undefined, [id || where])
      return
    }
    const row = new Row(node, where, options)
    const ids = { id, pageId, parentId: row.text('replyTo', 'id') || parentId }
    if (id === '' || !seen.has(id)) yield commentOf(row, ids, kind)
    seen.add(id)
    const replies = fieldOf(node, 'replies')
    // GitHub has two levels.
    if (parentId === '' && replies !== undefined)
      yield* visitComments(replies, { pageId, parentId: id, kind, place })
  }

  /** Visits a comment of the REST API, which names its issue by URL. */
  function* visitRestComment(value: object): Generator<SourceRecord> {
    const pageId = pageIdOf(textOf(fieldOf(value, 'issue_url')))
    const place = `issue ${pageId.split('/').at(-1)}`
    pages.add(pageId)
    count(`${pageId} `, place, [value])
    yield* visitComment(value, { pageId, parentId: '', kind: 'issue', place })
  }

  /**
   * Counts the nodes that a connection announces. Later responses may contain the rest.
   * @param name the name of the list in the report
   * @param connection the connection or, for issues of the REST API, the number of comments
   */
  function count(key: string, name: string, connection: unknown): void {
    const list = lists.get(key) ?? { name, announced: 0, ids: new Set(), hasMore: false }
    // `discussionCount` and `issueCount` belong to searches.
    const totals = ['totalCount', 'discussionCount', 'issueCount']
    const counts = totals.map((total) => countOf(fieldOf(connection, total)))
    const total = typeof connection === 'number' ? connection : 0
    list.announced = Math.max(list.announced, total, ...counts)
    list.hasMore = fieldOf(connection, 'pageInfo', 'hasNextPage') === true
    for (const [index, node] of listOf(connection).entries())
      list.ids.add(idOf(node) || `${list.ids.size} ${index}`)
    lists.set(key, list)
  }
}

/** Maximum size of a file that is read as a whole. Its values need several times as much memory. */
export const wholeJsonSizeMax = 200 * 2 ** 20

/** The values of a JSON file, which may be truncated or damaged. */
type ParsedJson = {
  /** The values of the file, usually one. */
  roots: unknown[]
  /** The record that reports the loss of the rest of a damaged file. */
  damage?: SourceRecord
  /** Returns false for an object or list that is truncated by the damage. */
  isComplete: (value: object) => boolean
}

/**
 * Parses a file of one or more consecutive JSON values, up to any damage.
 * @throws NotAnExport if it is larger than 200 MB, or if no value could be read
 */
async function parseWholeJson(file: SourceFile): Promise<ParsedJson> {
  const bytes = await firstBytes(file.open(), wholeJsonSizeMax + 1)
  if (bytes.length > wholeJsonSizeMax)
    throw new NotAnExport(importErrorText('tooLarge', { max: wholeJsonSizeMax / 2 ** 20 }))
  const json = new TextDecoder().decode(bytes)
  try {
    return { roots: [JSON.parse(json)], isComplete: () => true }
  } catch {
    return parseUpToBreak(json)
  }
}

function parseUpToBreak(json: string): ParsedJson {
  const roots: unknown[] = []
  const complete = new WeakSet<object>()
  let open: unknown
  let line = 0
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
  let damage: SourceRecord | undefined
  try {
    for (const piece of json.split(/(?<=\n)/)) {
      line++
      parser.write(piece)
    }
    line = json.split('\n').length
    parser.end()
  } catch {
    // The message of the error may quote a comment.
    damage = lossRecord('broken-record', `line ${line}`, importErrorText('damaged'), [])
  }
  if (open !== undefined) roots.push(open)
  if (roots.length === 0) throw new NotAnExport(importErrorText('unsupported'))
  return { roots, ...(damage && { damage }), isComplete: (value) => complete.has(value) }
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

/** The name that GitHub shows for deleted accounts. */
const deletedAccount = 'ghost'

function commentOf(
  row: Row,
  ids: { id: string; pageId: string; parentId: string },
  kind: Place['kind'],
): SourceRecord {
  const hasSource = row.get('body') != null
  const content = row.text(hasSource ? 'body' : 'bodyHTML')
  const reactions = reactionsOf(row)
  const isVote = (name: string) => kind === 'issue' && /^(?:THUMBS_(?:UP|DOWN)|[+-]1)$/.test(name)
  const thumbs = (name: RegExp) => reactions.find(([found]) => name.test(found))?.[1] ?? 0
  const status = statusOf(row)
  const losses: LossReason[] = status === 'pending' ? ['minimized'] : []
  if (/(?<![\w:]):(?:[+-]1|[a-z][\w+-]*):(?![\w:])/.test(withoutCode(content)))
    losses.push('emoticon')
  if (!reactions.every(([name]) => isVote(name))) losses.push('reactions')
  const author = row.get('author') === undefined ? 'user' : 'author'
  const number = row.text('databaseId')
  const [, fragment = ''] = row.first('html_url', 'url').split('#')
  return commentRecord(row.place, {
    ...ids,
    status,
    authorName: row.get(author) === null ? deletedAccount : row.text(author, 'login'),
    content,
    markup: hasSource ? 'markdown' : 'html',
    createdAt: row.time('createdAt', 'created_at').date,
    // `updated_at` of the REST API also changes with reactions.
    editedAt: row.time('lastEditedAt').date,
    // Issues have thumbs-up reactions instead of votes.
    ...(kind === 'issue'
      ? { votes: { up: thumbs(/UP$|\+1/), down: thumbs(/DOWN$|-1/) } }
      : row.get('upvoteCount') !== undefined && {
          votes: { up: row.votes('upvoteCount'), down: 0 },
        }),
    anchor: fragment || (number && `${kind}comment-${number}`),
    losses,
  })
}

const withoutCode = (content: string) => content.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '')

function statusOf(row: Row): SourceStatus {
  if (row.text('deletedAt') !== '') return 'deleted'
  if (row.get('isMinimized') !== true) return 'published'
  return row.text('minimizedReason').toLowerCase() === 'spam' ? 'spam' : 'pending'
}

/** Returns the reactions whose count is not 0, with their counts. */
function reactionsOf(row: Row): [string, number][] {
  const groups = row.get('reactionGroups')
  const rest = row.get('reactions')
  const found: [string, number][] = Array.isArray(groups)
    ? groups.map((group) => {
        // `users` is the older name of `reactors`.
        const [count] = ['reactors', 'users'].flatMap((name) => fieldOf(group, name) ?? [])
        return [textOf(fieldOf(group, 'content')), voteCountOf(fieldOf(count, 'totalCount'))]
      })
    : Object.entries(isFields(rest) ? rest : {})
        .filter(([name]) => name !== 'url' && name !== 'total_count')
        .map(([name, count]) => [name, voteCountOf(count)])
  return found.filter(([, count]) => count > 0)
}
