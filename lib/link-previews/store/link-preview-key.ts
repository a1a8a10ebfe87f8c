import { AppError } from '@/lib/errors'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'

/** Parameters that track the origin of a visit and do not affect the page. */
const trackingParameters = new Set(
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc dclid epik fbclid
  gad_source gbraid gclid gclsrc hsctatracking igsh igshid li_fat_id mc_cid mc_eid mkt_tok
  ml_subscriber ml_subscriber_hash msclkid oly_anon_id oly_enc_id rb_clickid s_cid srsltid ttclid
  twclid vero_conv vero_id wbraid wickedid yclid`.split(/\s+/),
)

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || trackingParameters.has(name)
}

/** Removes tracking parameters from a query. The others keep their spelling. */
function withoutTracking(search: string): string {
  // `URLSearchParams` would re-encode them, and a page may distinguish `%20` from `+`.
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => !isTracking(parameter))
    .join('&')
}

/**
 * Returns the key under which all spellings of a link are stored, a URL of the same page. Removes
 * the fragment, default port and known tracking parameters, and writes the host in lower case.
 */
export function linkPreviewKey(url: URL): string {
  const key = new URL(url)
  key.hash = ''
  key.search = withoutTracking(key.search)
  return key.href
}

/** Returns the key of a URL in a text; undefined if the URL must not be fetched. */
export function findLinkPreviewKey(url: string): string | undefined {
  try {
    return linkPreviewKey(parseTarget(url))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
