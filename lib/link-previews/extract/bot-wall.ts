import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { cleanText } from './clean-text'
import type { PageParts } from './page-reader'
import type { Declared } from './read-declared'

const shown =
  /<(?:img|picture|svg|video|audio|canvas|object|embed|i?frame|input|button|script)[\s>/]/i

/** Returns whether a page has no text, not even a title, and nothing else to show. */
export function isEmptyPage(parts: PageParts | undefined): boolean {
  return parts !== undefined && parts.text === '' && !shown.test(parts.markup)
}

/** Hosts that only serve consent forms or challenges. */
const wallHost = new RegExp(
  `^(?:${[
    String.raw`(?:consent|guce|cmp-consent|privacygate)\.`,
    String.raw`(?:wappass|seccaptcha)\.baidu\.com$|validate\.perfdrive\.com$`,
  ].join('|')})`,
)

/**
 * Markup of challenge and block pages: Anubis, go-away, Sucuri, Cloudflare, Radware, Imperva,
 * HUMAN, DataDome, AWS WAF, SiteGround, Alibaba Cloud and Google's consent form. Monitoring scripts
 * are not listed, because protected pages contain them too.
 */
const vendorMarkup = new RegExp(
  [
    'id=["\']?anubis_challenge',
    '/\\.?git\\.gammaspectra\\.live/git/go-away/',
    'sucuri_cloudproxy_js|cdn\\.sucuri\\.net/sucuri-firewall-block',
    '_cf_chl_opt|["\']cf-(?:error-details|browser-verification|challenge-running)',
    'captcha\\.perfdrive\\.com/captcha-public/|botmanager_support@radware\\.com',
    'main-iframe["\']? src=["\']?/_Incapsula_Resource|distilIdentificationBlock',
    'captcha\\.px-c(?:loud|dn)\\.net|px-captcha',
    'captcha-delivery\\.com|gokuProps|AwsWafIntegration',
    '/\\.well-known/sgcaptcha/|acw_sc__v2',
    'action=["\']?https://consent\\.(?:google|youtube)\\.',
  ].join('|'),
)

/** Markup of sites' own challenge pages. Yandex declares Open Graph metadata on its own. */
const siteMarkup = new RegExp(
  [
    'id=["\']?checkbox-captcha-form|action=["\']?/checkcaptcha',
    'name=["\']?js_challenge',
    'action=["\']?/errors/validateCaptcha',
    '/static/touch/(?:js|css/api)/mkdjump|wappass\\.baidu\\.com/static/(?:captcha|machine)/',
  ].join('|'),
)

const wallSentence = new RegExp(
  [
    'incapsula incident id',
    'blocked (?:by network security|due to a network policy)',
    '(?:requested url was rejected|please consult with your administrator)',
    'you don.t have permission to access',
    '(?:confirm|ensure|make sure|verify|verifying|whether) (?:that )?you(?: are|.re) ' +
      '(?:not a (?:ro)?bot|(?:a )?human)',
    '(?:checking|verifying) your browser',
    'your request is being verified',
    'enable (?:js|javascript|cookies)|javascript is (?:required|disabled)',
  ].join('|'),
  'i',
)

/**
 * Whole titles of challenge and block pages, alone or beside the site's name.
 * recheck-ignore: the input is a cleaned title, which has at most 300 characters.
 */
const wallTitle = new RegExp(
  `^(?:reddit - )?(?:${[
    'just a moment',
    // The same title in other languages, as Cloudflare writes it.
    'un momento|nur einen moment|un instant|um momento|even geduld|один момент|bir dakika lütfen',
    'しばらくお待ちください|请稍候|請稍候|잠시만 기다리십시오',
    'attention required!?|access denied|pardon our interruption|you are being redirected',
    'ddos-guard|client challenge|vercel security checkpoint|百度安全验证',
    'access to this page has been denied',
    '(?:are you (?:a )?(?:robot|human)|robot or human|robot check)',
    '(?:bot verification|human verification)',
    'please (?:verify (?:that )?you are (?:a )?human|wait for verification)',
    'verify(?:ing)? (?:that )?you are (?:a )?human',
    '(?:checking|verifying) your browser(?: before accessing .{1,253})?',
    '(?:making sure you.re|checking you are) not a bot!?',
    'radware (?:bot manager )?(?:captcha|block)(?: page)?',
  ].join('|')})[\\s.…?!]{0,5}(?:[|–—-] ?[^|–—-]{1,60})?$`,
  'i',
)

/** Titles that challenge pages share with articles. */
const everydayTitle = new RegExp(
  `^(?:${[
    'security (?:check|verification)(?: required)?',
    'one moment,? please',
    'request (?:rejected|blocked)',
    'blocked',
    '(?:re)?captcha(?: (?:challenge|check|verification))?',
    'before you continue(?: to [\\w.]{1,60}(?: search)?)?',
  ].join('|')})[\\s.…?!]{0,5}(?:[|–—-] ?[^|–—-]{1,60})?$`,
  'i',
)

/** Captcha widgets, and the automatic reload that waits for their result. */
const challengeMarkup =
  /\b(?:g-recaptcha|h-captcha|cf-turnstile|frc-captcha|smart-captcha)\b|http-equiv=["']?refresh/i

/** Markup of most challenge pages: scripts, and a `noindex` directive for search engines. */
const machineMarkup = /<(?:script|noscript)[\s>]|name=["']?robots["']?\s[^<>]{0,20}noindex/i

const contentMarkup = /<(?:article|time|table|figure|img|picture)[\s>]/i

/** UTF-16 units of text. The longest known challenge page, that of Anubis, has about 1,900. */
const wallTextMax = 2_500
const wallLinksMax = 10

/** Returns whether a page is short and declares nothing that a card could show. */
function hasNoContent({ metas, links }: Declared, { markup, text }: PageParts): boolean {
  const isDeclared = metas.has('description') || links.some(({ rel }) => rel.includes('canonical'))
  return (
    !isDeclared &&
    text.length <= wallTextMax &&
    markup.split('<a ').length <= wallLinksMax + 1 &&
    !contentMarkup.test(markup)
  )
}

/**
 * Returns whether a page is a bot challenge, a block page or a consent form, which says nothing
 * about the page behind it. Decides by the page's structure and size, and not by its title alone,
 * because articles have such titles too.
 *
 * @param parts undefined if the page is too long for a challenge
 */
export function isBotWall(declared: Declared, parts: PageParts | undefined, url: URL): boolean {
  if (wallHost.test(url.hostname)) return true
  if (!parts) return false
  if (siteMarkup.test(parts.markup)) return true
  // Anubis can pass on the Open Graph metadata of the page behind it, so such a page has content.
  // Other pages with `og:title` are not challenges.
  if (declared.metas.has('og:title')) return false
  if (vendorMarkup.test(parts.markup)) return true
  if (!hasNoContent(declared, parts)) return false
  const title = cleanText(declared.title, linkPreviewLimits.titleLengthMax)
  const hasWallSentence = wallSentence.test(parts.text)
  const isChallenging = hasWallSentence || challengeMarkup.test(parts.markup)
  if (wallTitle.test(title)) return isChallenging || machineMarkup.test(parts.markup)
  if (everydayTitle.test(title)) return isChallenging
  return hasWallSentence && title === ''
}
