/** Thrown for a file that is no post, or cannot be taken as one; the message says why, in words for its author. */
export class NotAPost extends Error {
  override name = 'NotAPost'
}
