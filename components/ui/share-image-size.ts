/** Size of the image that represents a link to the blog (Open Graph), in pixels. */
export const shareImageSize = { width: 1200, height: 630 }
