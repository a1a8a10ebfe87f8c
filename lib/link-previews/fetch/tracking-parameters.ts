/** Parameters that tell a site where a visitor came from, and change nothing of the page. */
const trackingParameters = new Set(
  `_branch_match_id _ga _gl _hsenc _hsmi _openstat __hsfp __hssc __hstc dclid epik fbclid gad_source gbraid gclid gclsrc
  hsctatracking igsh igshid li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash msclkid oly_anon_id
  oly_enc_id rb_clickid s_cid srsltid ttclid twclid vero_conv vero_id wbraid wickedid yclid`.split(/\s+/),
)

function isTracking(parameter: string): boolean {
  const name = (parameter.split('=', 1)[0] ?? '').toLowerCase()
  return name.startsWith('utm_') || trackingParameters.has(name)
}

/** A URL's query (`?a=1&utm_source=x`) without the known tracking parameters; the others stay as they were written. */
export function withoutTracking(search: string): string {
  // `URLSearchParams` would write them anew, and a page may tell `%20` from `+`.
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => !isTracking(parameter))
    .join('&')
}
