import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { z } from 'zod'

function readDescription() {
  const description = parse(readFileSync('openapi.yaml', 'utf8'))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(description, 'openapi')
  return { description, ajv }
}

// Shared by test files, each of which loads its own modules, because compiling it takes a second.
const shared = globalThis as typeof globalThis & {
  testedDescription?: ReturnType<typeof readDescription>
}
shared.testedDescription ??= readDescription()
const { ajv } = shared.testedDescription

/** The parts of `openapi.yaml` that responses are validated against. */
export const { description } = shared.testedDescription

const node = z.record(z.string(), z.unknown())

/**
 * Follows the tokens of a JSON pointer and every `$ref` on the way. Undefined if there is no such
 * value.
 */
function find(tokens: string[]): { pointer: string; value: Record<string, unknown> } | undefined {
  let pointer = ''
  let value: unknown = description
  for (const token of tokens) {
    const next = node.safeParse(value).data?.[token]
    if (next === undefined) return undefined
    pointer += `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`
    value = next
    const reference = node.safeParse(value).data?.$ref
    if (typeof reference === 'string')
      return find([...tokensOf(reference), ...tokens.slice(tokens.indexOf(token) + 1)])
  }
  return { pointer, value: node.parse(value) }
}

function tokensOf(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function validator(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`openapi#${encodeURI(pointer)}`)
  if (!validate) throw new Error(`openapi.yaml has no schema at ${pointer}`)
  return validate
}

function errorsOf(what: string, pointer: string, value: unknown): string[] {
  const validate = validator(pointer)
  return validate(value)
    ? []
    : [`${what} does not match openapi.yaml#${pointer}: ${ajv.errorsText(validate.errors)}`]
}

/**
 * Finds the description of a response by its path, method and status, or among those of every path.
 */
function findResponse(requestPath: string, method: string, status: number) {
  const path = find(['paths', requestPath])
    ? requestPath
    : requestPath
        .replace(/^\/api\/comments\/[^/]+(?=\/report$|$)/, '/api/comments/{id}')
        .replace(/^\/api\/badge\/[^/]+$/, '/api/badge/{slug}.svg')
  // HEAD is GET without the body.
  const operation = method === 'HEAD' ? 'get' : method.toLowerCase()
  const described = find(['paths', path, operation, 'responses', String(status)])
  if (described) return described
  if (status === 431) return find(['components', 'responses', 'HeadersTooLarge'])
  if (status === 413) return find(['components', 'responses', 'BodyTooLarge'])
  if (status === 403) return find(['components', 'responses', 'WriteForbidden'])
  if (status === 405) return find(['components', 'responses', 'MethodNotAllowed'])
  if (find(['paths', path]) !== undefined) return undefined
  if (status === 400) return find(['components', 'responses', 'MalformedRequest'])
  if (status === 404) return find(['components', 'responses', 'NotFound'])
  return undefined
}

export type ReceivedResponse = { status: number; headers: Headers; body: string }

/**
 * Returns the differences between a response and `openapi.yaml`. It checks the status for the path
 * and method, each required header, the media type and the body. Empty if there are none.
 */
export function findUndescribed(
  path: string,
  method: string,
  { status, headers, body }: ReceivedResponse,
): string[] {
  const what = `${method} ${path} ${status}`
  const response = findResponse(path, method, status)
  if (!response) return [`${what} is not in openapi.yaml`]
  const base = tokensOf(`#${response.pointer}`)
  const errors = Object.keys(find([...base, 'headers'])?.value ?? {}).flatMap((name) => {
    const header = find([...base, 'headers', name])
    const value = headers.get(name)
    if (value === null)
      return header?.value.required === true ? [`${what}: ${name} is missing`] : []
    return header ? errorsOf(`${what}: ${name}`, `${header.pointer}/schema`, value) : []
  })
  const content = node.safeParse(response.value.content).data
  if (!content || method === 'HEAD') return body === '' ? errors : [...errors, `${what} has a body`]
  const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
  if (!(mediaType in content))
    return [
      ...errors,
      `${what} is ${mediaType}, and openapi.yaml says ${Object.keys(content).join(', ')}`,
    ]
  const value: unknown = mediaType.endsWith('json') ? JSON.parse(body) : body
  return [
    ...errors,
    ...errorsOf(what, `${response.pointer}/content/${mediaType.replace('/', '~1')}/schema`, value),
  ]
}

/** Returns the differences between a webhook and `openapi.yaml`. Empty if there are none. */
export const findUndescribedEvent = (body: string): string[] =>
  errorsOf('webhook', '/components/schemas/CommentEvent', JSON.parse(body))
