import { postBodyBytesMax } from '@/lib/posts/edited-post'

/** What a request body may have, in bytes. */
export const bodyBytesMax = 65_536

/**
 * What a plain form with a post in it may have, in bytes. Where it was refused it carries the post twice: as it is
 * typed now, and as it was typed then.
 */
export const postFormBytesMax = 4 * 1_048_576

/** A picture's own route weighs what it is sent itself: a plain form is led back with the reason. */
export const imageUploadPath = '/desk/images/upload'

/** Addresses of the desk that take more than others. */
const larger: readonly { path: RegExp; bytesMax: number }[] = [
  { path: /^\/desk\/posts\/\d+\/draft$/, bytesMax: postBodyBytesMax },
  { path: /^\/desk\/posts\/\d+$/, bytesMax: postFormBytesMax },
  { path: /^\/desk\/markdown-preview$/, bytesMax: postBodyBytesMax },
]

/** What a request body to an address may have, in bytes. */
export function bodyBytesMaxAt(path: string): number {
  const [pathname = ''] = path.split('?', 1)
  if (pathname === imageUploadPath) return Number.POSITIVE_INFINITY
  return larger.find((one) => one.path.test(pathname))?.bytesMax ?? bodyBytesMax
}

/** What is said of a larger one. */
export function tooLarge(bytesMax: number): string {
  return `A request body may have ${bytesMax < 1_048_576 ? `${Math.floor(bytesMax / 1_024)} kB` : `${bytesMax / 1_048_576} MB`}${bytesMax === bodyBytesMax ? '' : ' here'}.`
}
