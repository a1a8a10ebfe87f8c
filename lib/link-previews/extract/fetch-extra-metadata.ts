import 'server-only'
import { AppError } from '@/lib/errors'
import { mediaType } from '@/lib/link-previews/fetch/content-type'
import { type FetchOptions, fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { type FetchProfile, watchWhole } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import {
  type ExtraMetadata,
  noExtraMetadata,
  type OembedAndManifest,
  readManifest,
  readOembed,
} from './oembed-and-manifest'

/** A document in JSON, whatever its exact type. One that is longer is cut, so is none. */
const wantedJson: FetchProfile = {
  accept: 'application/manifest+json,application/json;q=0.9',
  isText: true,
  reads: (contentType) =>
    /^(?:application|text)\/(?:[\w.-]+\+)?json$|^text\/plain$|^$/.test(mediaType(contentType)),
  bytesMax: 65_536,
  watch: watchWhole,
}

/** Reads one of them under the rules for any page; undefined where there is none, or it cannot be had. */
async function readFurther<T>(
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
    // The page was read, and is shown with what it says itself.
    console.warn(`link preview: ${new URL(href).host} did not say more (${error.code})`)
    return undefined
  }
}

/**
 * Fetches what a page points to, side by side, and reads what it tells.
 *
 * @param options.timeoutMs what is left of the page's own budget
 */
export async function fetchExtraMetadata(
  documents: OembedAndManifest,
  options: FetchOptions,
): Promise<ExtraMetadata> {
  const [manifest, oEmbed] = await Promise.all([
    readFurther(documents.manifest, readManifest, options),
    readFurther(documents.oEmbed, readOembed, options),
  ])
  return { ...noExtraMetadata, ...manifest, ...oEmbed }
}
