/** Public entry point of the images feature: types and limits, safe to import in a browser. */

/**
 * Upload limits. A request through the server must fit into the body limit of a Vercel function. A
 * direct upload to the store must fit into memory for drawing.
 */
export const imageLimits = { throughServerBytesMax: 4 * 1_048_576, toStoreBytesMax: 20 * 1_048_576 }

/** The URL of an added image, and its size in pixels. */
export type AddedImage = { url: string; width: number; height: number }

/** An image as the admin area lists it. */
export type ListedImage = AddedImage & {
  id: string
  /** The URL of the narrowest file. */
  thumbnail: string
  /** The size of its largest file. */
  bytes: number
  isMoving: boolean
  addedAt: Date
  /** The posts that use it, including drafts and deleted posts. */
  posts: { id: number; slug: string; title: string }[]
  /** True for the logo, the picture of the blog, and images for social media. */
  isUsedElsewhere: boolean
}
