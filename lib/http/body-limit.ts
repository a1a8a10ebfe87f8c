import { errorText } from '@/lib/i18n/error-text'
import { uploadLimits } from '@/lib/importers/comments/upload'
import { postBodyBytesMax } from '@/lib/posts/editing/edited-post'

/** The largest request body, in bytes, except at the paths below. */
export const bodyBytesMax = 65_536

/** The largest plain form, in bytes. After a conflict, it holds two versions of a post. */
const postFormBytesMax = 4 * 1_048_576

/** The post page is the only page whose server actions take large bodies. */
const postPage = /^\/admin\/posts\/\d+$/

/** The endpoint that takes the text of a post. */
const postText = /^\/admin\/posts\/\d+\/draft$/

/** Endpoints that accept the files of an import, as the body or in a form. */
const importedFiles = /^\/admin\/import\/(?:upload|comments|posts)$/

/** The maximum body size of these endpoints, in bytes. */
export const importBodyBytesMax = uploadLimits.bodyBytesMax + bodyBytesMax

/** Returns the largest request body, in bytes, that a path accepts from a client with a session. */
export function bodyBytesMaxAt(path: string): number {
  const [pathname = ''] = path.split('?', 1)
  // The image upload limits its body itself and responds to a plain form with a redirect.
  if (pathname === '/admin/images/upload') return Number.POSITIVE_INFINITY
  if (postPage.test(pathname)) return postFormBytesMax
  if (importedFiles.test(pathname)) return importBodyBytesMax
  return postText.test(pathname) ? postBodyBytesMax : bodyBytesMax
}

/** Returns whether Next.js parses large bodies sent to a path before any code of the app runs. */
export function decodesLargeActions(pathname: string): boolean {
  return postPage.test(pathname)
}

/** Returns the detail of a `body-too-large` problem. */
export function tooLarge(bytesMax: number): string {
  const size =
    bytesMax < 1_048_576 ? `${Math.floor(bytesMax / 1_024)} kB` : `${bytesMax / 1_048_576} MB`
  return errorText('bodySize', { size })
}
