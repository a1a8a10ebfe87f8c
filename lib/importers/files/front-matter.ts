import { parse } from 'yaml'
import { z } from 'zod'
import { newSlug } from '@/lib/posts/post'
import { NotAPost } from './not-a-post'

/** A date as blogs write it. Without a time it is midnight, without a zone UTC. */
export const writtenDate = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/,
    'must be a date such as 2025-10-20 or 2025-10-20T09:30:00Z',
  )
  // JavaScript takes 31 February for 3 March.
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
/** One path may hold a comma. */
const paths = z.union([z.array(oneLine), oneLine.transform((text) => [text])]).nullish()

const frontMatter = z.object({
  title: oneLine.optional(),
  slug: oneLine.pipe(newSlug).optional(),
  date: writtenDate.optional(),
  summary: oneLine.nullish(),
  description: oneLine.nullish(),
  tags: list,
  draft: z.boolean().optional(),
  /** Jekyll's way to say that a post is none yet. */
  published: z.unknown().optional(),
  /** A theme may keep other things under this name: what is no picture is left alone. */
  cover: z.unknown().optional(),
  cover_alt: z.unknown().optional(),
  aliases: paths,
  redirect_from: paths,
})

export type FrontMatter = z.infer<typeof frontMatter>

/**
 * Reads the YAML of a post's front matter; keys that mean nothing here are left out.
 * @throws NotAPost where it is not YAML, or says what cannot be
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
 * The front matter as it is written, all keys included.
 * @throws NotAPost where it is not YAML
 */
export function parseHeader(header: string): unknown {
  try {
    return parse(header, { maxAliasCount: 10, logLevel: 'error' }) ?? {}
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new NotAPost(`its front matter is not YAML (${reason})`)
  }
}
