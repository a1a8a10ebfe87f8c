/** The media type of a `Content-Type` header (RFC 9110, 8.3.1), in lower case and without parameters; `""` where there is none. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Whether a target is read as a page. One that does not say what it is, is taken for one. */
export function isHtml(contentType: string): boolean {
  return ['', 'text/html', 'application/xhtml+xml'].includes(mediaType(contentType))
}
