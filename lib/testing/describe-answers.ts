import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

/** `openapi.yaml`, as far as an answer is held against it. */
const description = parse(readFileSync('openapi.yaml', 'utf8'))

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(description, 'openapi')

const node = z.record(z.string(), z.unknown())

/** Follows a JSON pointer's tokens, and every `$ref` on its way. Undefined where there is nothing. */
function find(tokens: string[]): { pointer: string; value: Record<string, unknown> } | undefined {
  let pointer = ''
  let value: unknown = description
  for (const token of tokens) {
    const next = node.safeParse(value).data?.[token]
    if (next === undefined) return undefined
    pointer += `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`
    value = next
    const reference = node.safeParse(value).data?.$ref
    if (typeof reference === 'string') return find([...tokensOf(reference), ...tokens.slice(tokens.indexOf(token) + 1)])
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

function hold(what: string, pointer: string, value: unknown): void {
  const validate = validator(pointer)
  expect(validate(value) ? [] : validate.errors, `${what}, against openapi.yaml#${pointer}`).toEqual([])
}

/** Where an answer is described: by its path, method and status, or by what holds for every path. */
function findAnswer(asked: string, method: string, status: number) {
  const path = asked
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

/**
 * Fails unless `openapi.yaml` describes this very answer: its status for the path and method, each required header,
 * its media type, and its body.
 */
export function expectDescribed(path: string, method: string, response: Response, body: string): void {
  const what = `${method} ${path} ${response.status}`
  const answer = findAnswer(path, method, response.status)
  if (!answer) throw new Error(`${what} is not in openapi.yaml`)
  const base = tokensOf(`#${answer.pointer}`)
  for (const name of Object.keys(find([...base, 'headers'])?.value ?? {})) {
    const header = find([...base, 'headers', name])
    const value = response.headers.get(name)
    if (value === null) expect(header?.value.required, `${what}: ${name} is missing`).not.toBe(true)
    else if (header) hold(`${what}: ${name}`, `${header.pointer}/schema`, value)
  }
  const content = node.safeParse(answer.value.content).data
  if (!content || method === 'HEAD') {
    expect(body, what).toBe('')
    return
  }
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? ''
  expect(Object.keys(content), what).toContain(mediaType)
  const value: unknown = mediaType.endsWith('json') ? JSON.parse(body) : body
  hold(what, `${answer.pointer}/content/${mediaType.replace('/', '~1')}/schema`, value)
}
