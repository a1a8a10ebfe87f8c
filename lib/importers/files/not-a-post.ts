/** Thrown for a file that cannot be imported as a post; the message explains why to the author. */
export class NotAPost extends Error {
  override name = 'NotAPost'
}
