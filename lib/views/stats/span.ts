/** The door of the figures: what is asked of them, safe to import in a browser. */

/** Days up to today, and all there are. */
export const spans = ['7', '30', '90', '365', 'all'] as const

export type Span = (typeof spans)[number]

/** A number of a span, and of as many days before it; `null` where there is no before, as with all days. */
export type Compared = { views: number; before: number | null }

/** Views of one thing that has a name: a referrer, a device, a reason. */
export type NamedViews = Compared & { name: string }

/** Views of one post that is there. */
export type PostViews = Compared & { slug: string; title: string }
