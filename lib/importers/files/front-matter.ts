import { parse } from 'yaml'
import { z } from 'zod'
import { newSlug } from '@/lib/posts/post'
import { NotAPost } from './not-a-post'

/** A date in the usual formats of blogs. The time defaults to midnight, and the zone to UTC. */
export const writtenDate = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/,
    'must be a date such as 2025-10-20 or 2025-10-20T09:30:00Z',
  )
  // JavaScript converts 31 February to 3 March.
  .refine(
    (text) => new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10)),
    'is a date that does not exist',
  )
  .transform((text) => {
    const [day = '', rest = ''] = [
      text.slice(0, 10),
      text.slice(10).trim().replace(/^T/, '').replace(/\s+/, ''),
    ]
    const [, time = '', zone = ''] = /^([\d:.]*)(.*)$/s.exec(rest) ?? []
    return new Date(`${day}T${time || '00:00'}${zone || 'Z'}`)
  })
  .refine((value) => !Number.isNaN(value.getTime()), 'is a date that does not exist')

const oneLine = z.union([z.string(), z.number().transform(String)]).transform((text) => text.trim())
const list = z
  .union([
    z.array(oneLine),
    z.string().transform((text) => text.split(',').map((part) => part.trim())),
  ])
  .nullish()
/** A path may contain a comma. */
const paths = z.union([z.array(oneLine), oneLine.transform((text) => [text])]).nullish()

const frontMatter = z.object({
  title: oneLine.optional(),
  slug: oneLine.pipe(newSlug).optional(),
  date: writtenDate.optional(),
  summary: oneLine.nullish(),
  description: oneLine.nullish(),
  tags: list,
  draft: z.boolean().optional(),
  /** `published: false` marks a draft in Jekyll. */
  published: z.unknown().optional(),
  /** Themes may store other values here; a value that is not an image is ignored. */
  cover: z.unknown().optional(),
  cover_alt: z.unknown().optional(),
  aliases: paths,
  redirect_from: paths,
})

export type FrontMatter = z.infer<typeof frontMatter>

/**
 * Parses the YAML of a post's front matter and ignores unknown keys.
 * @throws NotAPost if it is not YAML or contains invalid values
 */
export function readFrontMatter(header: string): FrontMatter {
  const parsed = frontMatter.safeParse(parseHeader(header))
  if (parsed.success) return parsed.data
  throw new NotAPost(
    parsed.error.issues
      .map(({ path, message }) => `“${path.join('.') || 'front matter'}” ${message}`)
      .join('; '),
  )
}

/**
 * Parses front matter with all its keys.
 * @throws NotAPost if it is not YAML
 */
export function parseHeader(header: string): unknown {
  try {
    return parse(header, { maxAliasCount: 10, logLevel: 'error' }) ?? {}
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new NotAPost(`its front matter is not YAML (${reason})`)
  }
}
