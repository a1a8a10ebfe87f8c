/** The door of the images: shapes and limits, safe to import in a browser. */

/** What may be sent. Through the server: what a function of Vercel takes, too. Straight to the store: what fits into memory to be drawn. */
export const imageLimits = { throughServerBytesMax: 4 * 1_048_576, toStoreBytesMax: 20 * 1_048_576 }

/** What an image may be sent as, in words for whoever sent something else. */
export const imageFormatsInWords = 'a JPEG, PNG, GIF, WebP, AVIF or SVG'

/** Where an image is to be had that was added, and how large it is, in pixels. */
export type AddedImage = { url: string; width: number; height: number }

/** An image as the admin area lists it. */
export type ListedImage = AddedImage & {
  id: string
  /** Of its largest file. */
  bytes: number
  isMoving: boolean
  addedAt: Date
  /** The posts that show it, drafts and deleted ones included. */
  posts: { id: number; slug: string; title: string }[]
}
