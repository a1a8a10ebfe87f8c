import type { ApiOperation } from '@/lib/api/describe-operations'

/** The operations of one path. */
export type ApiAddress = { path: string; operations: ApiOperation[] }
export type ApiGroup = { id: string; title: string; operations: ApiOperation[] }

const titles = [
  { tag: 'comments', title: 'Comments' },
  { tag: 'views', title: 'Views' },
  { tag: 'link previews', title: 'Link previews' },
  { tag: 'search', title: 'Search' },
  { tag: 'service', title: 'The service itself' },
]

const isTimed = ({ path }: ApiOperation) => path.startsWith('/api/cron/')

/** Groups operations by tag, most used first, and lists scheduled tasks separately. */
export function groupOperations(operations: ApiOperation[]): {
  groups: ApiGroup[]
  timed: ApiAddress[]
} {
  const untimed = operations.filter((operation) => !isTimed(operation))
  const known = new Set(titles.map(({ tag }) => tag))
  const others = [...new Set(untimed.map(({ tag }) => tag))]
    .filter((tag) => !known.has(tag))
    .map((tag) => ({ tag, title: tag }))
  const groups = [...titles, ...others].map(({ tag, title }) => ({
    id: `group-${tag.replaceAll(' ', '-')}`,
    title,
    operations: untimed.filter((operation) => operation.tag === tag),
  }))
  return {
    groups: groups.filter((group) => group.operations.length > 0),
    timed: byAddress(operations.filter(isTimed)),
  }
}

export function byAddress(operations: ApiOperation[]): ApiAddress[] {
  const paths = [...new Set(operations.map(({ path }) => path))]
  return paths.map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
  }))
}
