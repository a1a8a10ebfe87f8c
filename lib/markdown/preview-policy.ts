/** What lets the preview of a post become markup in the admin area, and nothing else (W3C Trusted Types, “policies”). */
export const previewPolicy = 'post-preview'
