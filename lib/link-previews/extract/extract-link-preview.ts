import { isUtf8 } from 'node:buffer'
import { isHtml, mediaType } from '@/lib/link-previews/fetch/fetch-profile'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { isBotWall, isEmptyPage } from './bot-wall'
import { cleanText } from './clean-text'
import { composeLinkPreview } from './compose-link-preview'
import { decodePage } from './decode-page'
import { siteOf } from './page-url'
import { type Declared, readPage } from './read-declared'

/** Returns the last part of the path, decoded as far as possible. Old sites use Latin-1. */
function nameInPath(url: URL): string {
  const name = url.pathname.split('/').at(-1) ?? ''
  // A file name may hold a `%` that encodes nothing.
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex')
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  })
}

/** Describes a file. Only the last part of `fileName` counts: it may be a path. */
function describeFile(url: URL, contentType: string, fileName: string): LinkPreview {
  const titles = [fileName.split(/[/\\]/).at(-1) ?? '', nameInPath(url)].map((name) =>
    cleanText(name, linkPreviewLimits.titleLengthMax),
  )
  return {
    title: titles.find((title) => title !== '') ?? url.hostname,
    description: '',
    image: mediaType(contentType).startsWith('image/') ? url.href : '',
    siteName: siteOf(url),
    url: url.href,
    favicon: `${url.origin}/favicon.ico`,
  }
}

/** A preview, and the declarations that it is made of. */
export type Extraction = {
  preview: LinkPreview
  /** The reason for a missing preview: a bot challenge, a consent form or an empty page. */
  refusal?: 'robots' | 'empty' | undefined
  declared: Declared
}

/**
 * Returns the preview of a target, with every field filled as `LinkPreview` promises, regardless of
 * the bytes. Never throws.
 *
 * @param fileName the file name in its `Content-Disposition` header, or `""`
 */
export function extractPage(
  bytes: Uint8Array,
  url: URL,
  contentType: string,
  fileName = '',
): Extraction {
  if (!isHtml(contentType))
    return {
      preview: describeFile(url, contentType, fileName),
      declared: readPage('').declared,
    }
  const { declared: found, parts } = readPage(decodePage(bytes, contentType))
  const isWall = isBotWall(found, parts, url)
  const isEmpty = found.metas.size + found.links.length === 0 && isEmptyPage(parts)
  const declared = isWall ? readPage('').declared : found
  const refusal = isWall ? 'robots' : isEmpty ? 'empty' : undefined
  return { preview: composeLinkPreview(declared, url), refusal, declared }
}
