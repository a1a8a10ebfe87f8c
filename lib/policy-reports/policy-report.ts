/** Something that a page's content policy kept from running or loading, as it is kept. */
export type PolicyReport = {
  /** The page's path, cut after what could be a secret. */
  page: string
  directive: string
  /** An origin, or the policy's own word for what has none: `inline`, `eval`, `trusted-types-sink`. */
  blocked: string
  /** The script that did it: a path of the blog's own, another one's origin, or empty. */
  source: string
  line: number
}

/** The same, with how often and when. */
export type ListedPolicyReport = PolicyReport & { id: number; times: number; firstAt: Date; lastAt: Date }

export const policyReportLimits = {
  /** Of one body. */
  bodyBytesMax: 16_384,
  reportsPerBodyMax: 20,
  /** Kinds that are kept at all: the ones that were seen longest ago make room. */
  kindsMax: 500,
}
