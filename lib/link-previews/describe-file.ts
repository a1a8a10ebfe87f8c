import { cleanText } from './clean-text'
import { mediaType } from './content-type'
import { type LinkPreview, linkPreviewLimits } from './link-preview'
import { siteOf } from './page-url'

/** The last part of the path, decoded where it can be. */
function fileName(url: URL): string {
  const name = url.pathname.split('/').at(-1) ?? ''
  // A file name may hold a `%` that encodes nothing.
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => new TextDecoder().decode(Buffer.from(encoded.replaceAll('%', ''), 'hex')))
}

/** The preview of a target that is no page: its file name is its title, and an image is its own picture. */
export function describeFile(url: URL, contentType: string): LinkPreview {
  return {
    title: cleanText(fileName(url), linkPreviewLimits.titleLengthMax) || url.hostname,
    description: '',
    image: mediaType(contentType).startsWith('image/') ? url.href : '',
    siteName: siteOf(url),
    url: url.href,
    favicon: `${url.origin}/favicon.ico`,
  }
}
