/** Of the picture that a link to the blog is shown with, in pixels: what sites that show such pictures ask for. */
export const shareImageSize = { width: 1200, height: 630 }
