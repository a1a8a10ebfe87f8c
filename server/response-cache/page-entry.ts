import { z } from 'zod'

/** A position in the order of all invalidations; later ones are greater. */
export type Position = bigint

/** A tag that every page has. */
export const everything = '*'

const renderedPage = z.looseObject({
  kind: z.string(),
  status: z.number().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  html: z.string().optional(),
  body: z.instanceof(Buffer).optional(),
  rscData: z.instanceof(Buffer).optional(),
  segmentData: z.map(z.string(), z.instanceof(Buffer)).optional(),
})

const cacheControl = z.object({
  revalidate: z.union([z.number(), z.literal(false)]),
  expire: z.number().optional(),
})

/** A page as Next.js passes it to the cache and as processes share it. */
export const pageEntry = z.object({
  value: renderedPage,
  /** The start of its render, in milliseconds since 1970. */
  lastModified: z.number(),
  /** The last invalidation known at that time. */
  position: z.bigint(),
  cacheControl: cacheControl.optional(),
})

export type RenderedPage = z.infer<typeof renderedPage>
export type CacheControl = { revalidate: number | false; expire?: number | undefined }
export type Entry = {
  value: RenderedPage
  lastModified: number
  position: Position
  cacheControl?: CacheControl | undefined
}

/** Returns the approximate size in memory, in bytes. */
export function bytesOf({ html, body, rscData, segmentData }: RenderedPage): number {
  const segments = [...(segmentData?.values() ?? [])].reduce(
    (sum, segment) => sum + segment.length,
    0,
  )
  return 1_000 + (html?.length ?? 0) * 2 + (body?.length ?? 0) + (rscData?.length ?? 0) + segments
}
