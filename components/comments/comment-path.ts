import { postPath } from '@/components/posts/post-path'

/** The lasting address of a comment, whatever page of its post it stands on. */
export function commentPath(slug: string, id: number): string {
  return `${postPath(slug)}/comments/${id}#comment-${id}`
}

/** Where the author of a comment sees it, changes it and takes it back, without JavaScript. */
export function ownCommentPath(id: number): string {
  return `/comments/${id}`
}
