import { z } from 'zod'
import { isTimeZone } from '@/lib/env'
import { invalid, invalidAbort, validationText } from '@/lib/i18n/error-text'
import { parseOwnImage } from '@/lib/markdown/own-image'
import { parseUrl } from '@/lib/text/parse-url'
import { blogLimits } from './blog-limits'
import { canonicalLanguage } from './language'

/**
 * Characters that a line of text must not contain: control characters, lone surrogates and
 * bidirectional controls.
 */
const forbidden = /[\p{Cc}\p{Cs}\u{2028}\u{2029}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u

/** One line of text, trimmed and normalised to NFC; may be empty. */
export const lineOfText = (lengthMax: number) =>
  z
    .string()
    .refine((text) => !forbidden.test(text), invalidAbort('oneLine'))
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => [...text].length <= lengthMax, invalid('tooLong', { max: lengthMax }))

/** The blog's settings as the owner enters them. Empty fields use the defaults. */
export const blogInput = z.object({
  name: lineOfText(blogLimits.nameLengthMax),
  author: lineOfText(blogLimits.authorLengthMax),
  description: lineOfText(blogLimits.descriptionLengthMax),
  language: lineOfText(35).transform((tag, context) => {
    const canonical = tag === '' ? '' : canonicalLanguage(tag)
    if (canonical === undefined)
      context.addIssue({ code: 'custom', message: validationText('language') })
    return canonical ?? ''
  }),
  zone: lineOfText(64).refine((zone) => zone === '' || isTimeZone(zone), invalid('timeZone')),
})

export type BlogInput = z.infer<typeof blogInput>

/**
 * Returns whether a link has an allowed target: `https:`, `http:`, `mailto:`, or a path of the
 * blog. A path that starts with two slashes would lead to another host.
 */
function isLinkTarget(href: string): boolean {
  const isPath = href.startsWith('/') && !/^\/[/\\]/.test(href)
  if (!isPath && !/^(?:https?:\/\/|mailto:)/i.test(href)) return false
  return parseUrl(href, isPath ? 'https://own.invalid' : undefined) !== undefined
}

/** A link in the header of every page. */
export const navigationLink = z.object({
  text: lineOfText(blogLimits.linkTextLengthMax).refine((text) => text !== '', invalid('required')),
  href: lineOfText(blogLimits.linkHrefLengthMax).refine(isLinkTarget, invalid('linkTarget')),
})

export type NavigationLink = z.infer<typeof navigationLink>

export const navigationInput = z.array(navigationLink).max(blogLimits.linksMax)

/**
 * The comments to hold: those that screening flags, those and all by new readers, or all comments.
 */
export const moderationModes = ['open', 'trusted', 'all'] as const

/** The orders of the comments on a post. The best have the most likes and imported votes. */
export const commentOrders = ['oldest', 'newest', 'best'] as const
export type CommentOrder = (typeof commentOrders)[number]

/** Days until comments close, as typed; null if they stay open. */
export const closingDays = z.preprocess(
  (value) => (value === '' || value === undefined ? null : Number(value)),
  z.int().min(1).max(36_500).nullable(),
)

/** One e-mail address per line. */
const addresses = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))])
  .pipe(z.array(z.email().max(254)).max(blogLimits.notifyMax))
  .transform((list) => list.join('\n'))

/** The path of an image on this blog, or its Markdown, which *Images* offers to copy. */
const ownImage = lineOfText(200)
  .transform((text) => /^!\[[^\]]*\]\(([^\s)]+)\)$/.exec(text)?.[1] ?? text)
  .refine((path) => path === '' || parseOwnImage(path), invalid('logo'))

/**
 * The settings in the column `options`. An empty setting falls back to the environment variable
 * with the same purpose, if there is one, or to the default.
 */
export const blogOptions = z.object({
  /** Overrides `COMMENT_MODERATION`. */
  moderation: z.enum(['', ...moderationModes]).default(''),
  /** Overrides `NOTIFY_EMAIL`. */
  notify: addresses.default(''),
  /** The order of comments below posts; readers can choose another one. */
  order: z.enum(commentOrders).default('oldest'),
  /** True if readers can like posts and comments. */
  reactions: z.boolean().default(true),
  /** Shown in the header instead of the name. */
  logo: ownImage.default(''),
  /** The picture of the blog or its author, on the home page and below posts. */
  picture: ownImage.default(''),
  /** About the author, below posts. */
  bio: lineOfText(blogLimits.bioLengthMax).default(''),
  /** The colour that sets the hue of links and buttons: `#rrggbb`. */
  accent: z
    .string()
    .regex(/^(?:#[0-9a-f]{6})?$/i)
    .default(''),
  footer: lineOfText(blogLimits.footerLengthMax).default(''),
  /** True if the owner chose the links in the header, even if there are none. */
  ownNavigation: z.boolean().default(false),
  /** Links in the footer to the author's profiles. */
  social: navigationInput.default([]),
})

export type BlogOptions = z.infer<typeof blogOptions>

/** Reads the column `options`. Missing and invalid settings get their defaults. */
export function readBlogOptions(stored: unknown): BlogOptions {
  const { error } = blogOptions.safeParse(stored)
  const invalid = new Set(error?.issues.map(({ path }) => path[0]))
  const valid = Object.entries(Object(stored)).filter(([name]) => !invalid.has(name))
  return blogOptions.parse(Object.fromEntries(valid))
}
