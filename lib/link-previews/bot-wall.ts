/** Titles of the pages that ask whether one is a human, or say that one may not enter. Whole titles: an article may begin so. */
const wallTitle = new RegExp(
  `^(?:${[
    'just a moment',
    'attention required!?',
    'access denied',
    'access to this page has been denied',
    '(?:are you (?:a )?(?:robot|human)|robot or human|robot check|bot verification|human verification)',
    'please verify (?:that )?you are (?:a )?human',
    'verify(?:ing)? (?:that )?you are (?:a )?human',
    '(?:checking|verifying) your browser(?: before accessing .*)?',
    'pardon our interruption',
    'ddos-guard',
    'security (?:check|verification)(?: required)?',
    'one moment,? please',
    'client challenge',
    'request (?:rejected|blocked)',
    '(?:re)?captcha(?: (?:challenge|check|verification))?',
    'vercel security checkpoint',
  ].join('|')})[\\s.…?!]*(?:[|–—-] ?[^|–—-]{1,60})?$`,
  'i',
)

/** Whether a page with this title is a wall for bots, and its words are not those of the page behind it. */
export function isBotWall(title: string): boolean {
  return wallTitle.test(title)
}

/** Response headers, in lower case, by which a wall names itself whatever its status: Cloudflare's and AWS WAF's. */
export function isChallenge(headers: Record<string, string | string[] | undefined>): boolean {
  return headers['cf-mitigated'] !== undefined || headers['x-amzn-waf-action'] !== undefined
}
