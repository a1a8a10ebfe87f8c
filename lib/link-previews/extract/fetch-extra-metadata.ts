import 'server-only'
import { AppError } from '@/lib/errors'
import { type FetchOptions, fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { type FetchProfile, mediaType } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import {
  type ExtraMetadata,
  noExtraMetadata,
  type OembedAndManifest,
  readManifest,
  readOembed,
} from './oembed-and-manifest'

/** A JSON document of any JSON media type. A longer one is truncated and fails to parse. */
const wantedJson: FetchProfile = {
  accept: 'application/manifest+json,application/json;q=0.9',
  reads: (contentType) =>
    /^(?:application|text)\/(?:[\w.-]+\+)?json$|^text\/plain$|^$/.test(mediaType(contentType)),
  bytesMax: 65_536,
  isHeadEnough: false,
}

/** Fetches and reads one document; returns undefined if there is none or the fetch fails. */
async function readDocument<T>(
  href: string,
  read: (bytes: Uint8Array, url: URL) => T,
  options: FetchOptions,
): Promise<T | undefined> {
  if (href === '') return undefined
  try {
    const { bytes, url } = await fetchPage(parseTarget(href, options.allowOrigins), {
      ...options,
      wanted: wantedJson,
    })
    return read(bytes, url)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The page itself was read, so the preview can still use its own metadata.
    console.warn(`link preview: ${new URL(href).host} did not say more (${error.code})`)
    return undefined
  }
}

/**
 * Fetches the documents that a page links to in parallel and returns their metadata.
 *
 * @param options.timeoutMs the remaining part of the page's own time limit
 */
export async function fetchExtraMetadata(
  documents: OembedAndManifest,
  options: FetchOptions,
): Promise<ExtraMetadata> {
  const [manifest, oEmbed] = await Promise.all([
    readDocument(documents.manifest, readManifest, options),
    readDocument(documents.oEmbed, readOembed, options),
  ])
  return { ...noExtraMetadata, ...manifest, ...oEmbed }
}
