/** What lets the preview of a post become markup at the desk, and nothing else (W3C Trusted Types, “policies”). */
export const previewPolicy = 'post-preview'
