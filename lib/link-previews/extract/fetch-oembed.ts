import 'server-only'
import { AppError } from '@/lib/errors'
import { type FetchOptions, fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { type FetchProfile, mediaType } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { noOembed, type Oembed, readOembed } from './oembed'

/** A JSON document of any JSON media type. A longer one is truncated and fails to parse. */
const wantedJson: FetchProfile = {
  accept: 'application/json',
  reads: (contentType) =>
    /^(?:application|text)\/(?:[\w.-]+\+)?json$|^text\/plain$|^$/.test(mediaType(contentType)),
  bytesMax: 65_536,
  isHeadEnough: false,
}

/**
 * Fetches the oEmbed response of a page. Only logs a failure, because the preview can still use the
 * page's own metadata.
 *
 * @param options.timeoutMs the rest of the page's time limit
 */
export async function fetchOembed(href: string, options: FetchOptions): Promise<Oembed> {
  try {
    const { bytes, url } = await fetchPage(parseTarget(href, options.allowOrigins), {
      ...options,
      wanted: wantedJson,
    })
    return readOembed(bytes, url)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.warn(`link preview: oEmbed request to ${new URL(href).host} failed (${error.code})`)
    return noOembed
  }
}
