import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

/** Returns the media type of a `Content-Type` header in lower case; `""` if there is none. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Returns whether a target is read as a page. A target without a media type counts as HTML. */
export function isHtml(contentType: string): boolean {
  return ['', 'text/html', 'application/xhtml+xml'].includes(mediaType(contentType))
}

const marks =
  /<\/(?:title|head)(?=[\s>])|<body(?=[\s>])|og:(?:title|image|site_name)|description|ld\+json/gi
const wantedMarks = ['og:title', 'og:image', 'description', 'og:site_name']

/** The characters carried over between chunks, to find split marks. No mark is longer. */
const overlap = 16

/**
 * Decides when enough of an HTML page has been read: its head has ended and names the fields of a
 * card. Most pages do; other pages are read further, because the rest may add something. This only
 * saves bytes: the parser decides what the page declares.
 */
export class HeadWatch {
  readonly #seen = new Set<string>()
  #tail = ''

  /** Receives the next decoded bytes of the page; returns true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text =
      this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (const [mark] of text.matchAll(marks)) this.#seen.add(mark.toLowerCase())
    this.#tail = text.slice(-overlap)
    // Structured data also names the publisher, so `og:site_name` is not required.
    const isNamed = wantedMarks.every(
      (mark) => this.#seen.has(mark) || (mark === 'og:site_name' && this.#seen.has('ld+json')),
    )
    return isNamed && (this.#seen.has('</head') || this.#seen.has('<body'))
  }

  /** Returns whether the part read so far is useful: it has a title, or the end of the head. */
  get isUsable(): boolean {
    return ['og:title', '</title', '</head', '<body'].some((mark) => this.#seen.has(mark))
  }
}

/** Describes a kind of fetch: the request headers, which bodies are read, and how far. */
export type FetchProfile = {
  accept: string
  reads: (contentType: string) => boolean
  bytesMax: number
  /** True if the head suffices. Other bodies are only useful as a whole. */
  isHeadEnough: boolean
}

/** Reads a page up to the end of its head. A card shows only the name of other files. */
export const pageProfile: FetchProfile = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  reads: isHtml,
  bytesMax: linkPreviewLimits.bodyBytesMax,
  isHeadEnough: true,
}

/** Reads a whole image. Its bytes determine the format: many servers send icons as `text/plain`. */
export const imageProfile: FetchProfile = {
  accept: 'image/avif,image/webp,image/svg+xml,image/*;q=0.9,*/*;q=0.1',
  reads: (contentType) => !isHtml(contentType) || contentType === '',
  // One extra byte reveals that an image exceeds the limit.
  bytesMax: linkPreviewLimits.imageBytesMax + 1,
  isHeadEnough: false,
}
