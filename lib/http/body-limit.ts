import { errorText } from '@/lib/i18n/error-text'
import { postBodyBytesMax } from '@/lib/posts/editing/edited-post'

/** The largest request body, in bytes, except at the paths below. */
export const bodyBytesMax = 65_536

/** The largest plain form, in bytes. After a conflict, it holds two versions of a post. */
const postFormBytesMax = 4 * 1_048_576

/** The image upload limits its body itself and responds to a plain form with a redirect. */
const imageUploadPath = '/admin/images/upload'

/** The post page is the only page whose server actions take large bodies. */
const postPage = /^\/admin\/posts\/\d+$/

/** Paths of the admin area that take larger bodies. */
const larger: readonly { path: RegExp; bytesMax: number }[] = [
  { path: /^\/admin\/posts\/\d+\/draft$/, bytesMax: postBodyBytesMax },
  { path: postPage, bytesMax: postFormBytesMax },
  { path: /^\/admin\/markdown-preview$/, bytesMax: postBodyBytesMax },
]

/** Returns the largest request body, in bytes, that a path accepts from a client with a session. */
export function bodyBytesMaxAt(path: string): number {
  const [pathname = ''] = path.split('?', 1)
  if (pathname === imageUploadPath) return Number.POSITIVE_INFINITY
  return larger.find((one) => one.path.test(pathname))?.bytesMax ?? bodyBytesMax
}

/** Returns whether Next parses large bodies sent to a path before any code of the app runs. */
export function decodesLargeActions(pathname: string): boolean {
  return postPage.test(pathname)
}

/** Returns the detail of a `body-too-large` problem. */
export function tooLarge(bytesMax: number): string {
  const size =
    bytesMax < 1_048_576 ? `${Math.floor(bytesMax / 1_024)} kB` : `${bytesMax / 1_048_576} MB`
  return errorText('bodySize', { size })
}
