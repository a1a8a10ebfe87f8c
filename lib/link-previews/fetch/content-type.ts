/** Returns the media type of a `Content-Type` header in lower case; `""` if there is none. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Returns whether a target is read as a page. A target without a media type counts as HTML. */
export function isHtml(contentType: string): boolean {
  return ['', 'text/html', 'application/xhtml+xml'].includes(mediaType(contentType))
}
