import 'server-only'
import { env } from '@/lib/env'

/** What the blog says of itself on every page. */
export type Blog = {
  name: string
  /** Who writes it; empty where nobody is named. */
  author: string
  description: string
  /** BCP 47, of its own words and dates: `en`, `de-CH`, `ar`. */
  language: string
  direction: 'ltr' | 'rtl'
  /** IANA name; days begin in it. */
  timeZone: string
  /** Links in the head of each page, beside those the blog has by itself. */
  navigation: { text: string; href: string }[]
}

/**
 * What the owner calls the blog, or what the code calls it where nothing is set.
 * @throws DatabaseAway
 */
export async function getBlog(): Promise<Blog> {
  return {
    name: 'Afterword',
    author: '',
    description: 'The blog that owns its conversation.',
    language: 'en',
    direction: 'ltr',
    timeZone: env().TIME_ZONE,
    navigation: [],
  }
}
