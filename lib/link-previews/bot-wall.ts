import { cleanText } from './clean-text'
import { linkPreviewLimits } from './link-preview'
import type { Declared } from './read-declared'

/**
 * Titles of the pages that ask whether one is a human, or say that one may not enter. Whole titles: an article may begin so.
 * recheck-ignore: the input is a cleaned title, which has at most 300 characters.
 */
const wallTitle = new RegExp(
  `^(?:${[
    'just a moment',
    // The same in other languages, as Cloudflare asks them.
    ...['un momento', 'nur einen moment', 'un instant', 'um momento', 'even geduld', 'один момент', 'bir dakika lütfen'],
    ...['しばらくお待ちください', '请稍候', '請稍候', '잠시만 기다리십시오'],
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
    // Consent, before anything is shown.
    'before you continue(?: to [\\w.]+(?: search)?)?',
    'bevor sie zu [\\w.]+(?: suche)? weitergehen',
    'avant d’accéder à [\\w.]+',
    'antes de (?:ir a|continuar (?:en|para)) [\\w.]+',
  ].join('|')})[\\s.…?!]*(?:[|–—-] ?[^|–—-]{1,60})?$`,
  'i',
)

/**
 * What walls hold, whatever their title says, and the pages behind them do not: Cloudflare, Imperva, HUMAN, DataDome, AWS
 * WAF. (Their watching scripts stand in both.)
 */
const wallMark = /_cf_chl_opt|Incapsula incident ID|captcha\.px-c(?:loud|dn)\.net|px-captcha|captcha-delivery\.com|gokuProps/

/** A wall is a short page; a long one with such a mark is about them. UTF-16 units. */
const wallLengthMax = 65_536

/** Hosts that stand in front of a site to ask for consent. */
const consentHost = /^(?:consent|guce|cmp-consent|privacygate)\./

/** Whether a page with this title is a wall for bots. */
export function isBotWall(title: string): boolean {
  return wallTitle.test(title)
}

/**
 * Whether a page is a wall, for bots or for consent, and its words are not those of the page behind it. An article about
 * one declares its own title, which no wall does.
 */
export function isBotWallPage({ metas, title }: Declared, page: string, url: URL): boolean {
  if (consentHost.test(url.hostname)) return true
  if (metas.has('og:title')) return false
  return isBotWall(cleanText(title, linkPreviewLimits.titleLengthMax)) || (page.length <= wallLengthMax && wallMark.test(page))
}

/** Response headers, in lower case, by which a wall names itself whatever its status: Cloudflare's and AWS WAF's. */
export function isChallenge(headers: Record<string, string | string[] | undefined>): boolean {
  return headers['cf-mitigated'] !== undefined || headers['x-amzn-waf-action'] !== undefined
}
