import type { DeskQuestion } from '@/lib/comments/moderation/moderation'

/** The desk's page of comments, narrowed down as asked. */
export function deskCommentsPath({ status, ...filters }: DeskQuestion): string {
  return `/desk/comments${deskQuery({ status, ...filters })}`
}

/** Where the desk asks what has come since. */
export function deskNewsPath(question: DeskQuestion, newestId: number): string {
  const query = deskQuery({ ...question, after: undefined })
  return `/desk/comments/news${query}${query ? '&' : '?'}newest=${newestId}`
}

function deskQuery({ status, ...filters }: DeskQuestion): string {
  const parameters = new URLSearchParams(status === 'pending' ? {} : { status })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined && value !== '') parameters.set(name, String(value))
  return parameters.size === 0 ? '' : `?${parameters}`
}
