/** Public types of view statistics. Safe to import in a browser. */

/** Numbers of days up to today, or all days. */
export const spans = ['7', '30', '90', '365', 'all'] as const

export type Span = (typeof spans)[number]

/** Views of a span and of the same number of days before it. `before` is `null` for all days. */
export type Compared = { views: number; before: number | null }

/** Views of a referrer, device or refusal reason. */
export type NamedViews = Compared & { name: string }

/** Views of an existing post. */
export type PostViews = Compared & { slug: string; title: string }
