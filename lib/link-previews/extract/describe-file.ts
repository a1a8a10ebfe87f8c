import { cleanText } from './clean-text'
import { mediaType } from '@/lib/link-previews/fetch/content-type'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { siteOf } from './page-url'

/** Returns the last part of the path, decoded as far as possible. */
function nameInPath(url: URL): string {
  const name = url.pathname.split('/').at(-1) ?? ''
  // A file name may hold a `%` that encodes nothing.
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => new TextDecoder().decode(Buffer.from(encoded.replaceAll('%', ''), 'hex')))
}

/**
 * Returns the preview of a file. Its title is its name, and an image is its own picture.
 *
 * @param fileName as the server names it, or `""`. Only its last part counts: it may be a path.
 */
export function describeFile(url: URL, contentType: string, fileName: string): LinkPreview {
  const titles = [fileName.split(/[/\\]/).at(-1) ?? '', nameInPath(url)].map((name) => cleanText(name, linkPreviewLimits.titleLengthMax))
  return {
    title: titles.find((title) => title !== '') ?? url.hostname,
    description: '',
    image: mediaType(contentType).startsWith('image/') ? url.href : '',
    siteName: siteOf(url),
    url: url.href,
    favicon: `${url.origin}/favicon.ico`,
  }
}
