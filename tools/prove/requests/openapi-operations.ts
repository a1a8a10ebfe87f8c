import { z } from 'zod'
import { description } from '@/test/described-responses'

export const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const
export type Method = (typeof methods)[number]

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.unknown().optional(),
})
const operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) })
    .optional(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  responses: z.record(z.string(), z.unknown()).default({}),
})
const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(description.paths)
const node = z.record(z.string(), z.unknown())

export const openapiPaths = Object.keys(paths)

/** Resolves `$ref`s, which are all relative to the root of the file. */
export function resolve(value: unknown): unknown {
  const reference = node.safeParse(value).data?.$ref
  if (typeof reference !== 'string') return value
  const found = reference
    .slice(2)
    .split('/')
    .reduce((value: unknown, token) => node.parse(value)[token], description)
  return resolve(found)
}

export const isDocumented = (path: string, method: Method): boolean => method in (paths[path] ?? {})

/**
 * Returns the description of an operation; for a method that the path does not support, that of its
 * POST.
 */
export function operationAt(path: string, method: Method) {
  const described = operation.parse(paths[path]?.[method] ?? paths[path]?.post ?? {})
  const all = [
    ...z.array(z.unknown()).parse(paths[path]?.parameters ?? []),
    ...described.parameters,
  ]
  return {
    parameters: all.map((one) => parameter.parse(resolve(one))),
    bodies: Object.entries(
      described.requestBody?.content ?? { 'application/json': { schema: { type: 'object' } } },
    ),
    /** The names of the security schemes. */
    security: described.security.flatMap((one) => Object.keys(one)),
  }
}

/** Returns a short name for a request and the status of its response. */
export const shortName = (method: string, path: string, status: number | string) =>
  `${method.toUpperCase()} ${path} ${status}`

/** Returns every documented success status of every operation, as short names. */
export function listSuccesses(): string[] {
  return openapiPaths.flatMap((path) =>
    methods.flatMap((method) => {
      const statuses = Object.keys(operation.parse(paths[path]?.[method] ?? {}).responses)
      return statuses
        .filter((status) => Number(status) < 400)
        .map((status) => shortName(method, path, status))
    }),
  )
}
