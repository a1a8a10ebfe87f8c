import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { translator } from '@/lib/i18n/translator'

type Component = { $ref?: string; description?: string }

type Schema = Component & {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

type Content = Record<string, { schema?: Schema; example?: unknown }>

type Parameter = Component & {
  name: string
  in: string
  required?: boolean
  schema?: Schema
  example?: unknown
}

type Response = Component & { content?: Content }

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
  security?: Record<string, unknown>[]
  'x-codeSamples'?: { label: string; source: string }[]
}

export const methods = ['get', 'post', 'patch', 'delete'] as const

type OpenApi = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<
    string,
    { parameters?: Parameter[] } & Partial<Record<(typeof methods)[number], Operation>>
  >
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    securitySchemes: Record<string, { description: string }>
  }
}

/** The parts of `openapi.yaml` that the reference shows. */
export const openApi: OpenApi = parse(
  readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8'),
)

/** A parameter, a field or a response, with the problem codes that the response may carry. */
type ApiRow = {
  name: string
  note?: string
  type?: string
  description?: string
  codes?: string[]
}

export type ApiTable = { caption: string; rows: ApiRow[] }

export type ApiOperation = ReturnType<typeof describe>

/** An operation with its method and path. Its parameters include those of the path. */
type PathOperation = Operation & { method: string; path: string; parameters: Parameter[] }

const { components, paths, tags } = openApi

/** Returns the operations of `openapi.yaml` by tag, without preflights. */
export function describeOperations(origin: string) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
        (parameter) => follow(components.parameters, parameter),
      )
      return { ...operation, method: method.toUpperCase(), path, parameters }
    }),
  )
  return tags.map(({ name, description }) => ({
    tag: name,
    description,
    operations: operations
      .filter((operation) => operation.tags.includes(name))
      .map((operation) => describe(operation, origin)),
  }))
}

/** Returns the schemas of `openapi.yaml` that have fields or a description. */
export function describeSchemas() {
  const t = translator('apiDocs')
  return Object.entries(components.schemas)
    .map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      table: { caption: t('fields', { name }), rows: fieldRows(schema) },
    }))
    .filter(({ description, table }) => description !== '' || table.rows.length > 0)
}

function describe(operation: PathOperation, origin: string) {
  const { operationId: id, method, path, summary, description } = operation
  const t = translator('apiDocs')
  const content = operation.requestBody?.content ?? {}
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    responseRow(status, follow(components.responses, response)),
  )
  const tables: ApiTable[] = [
    {
      caption: t('credentials'),
      rows: (operation.security ?? [])
        .flatMap((scheme) => Object.keys(scheme))
        .map((name) => ({
          name,
          description: components.securitySchemes[name]?.description ?? '',
        })),
    },
    {
      caption: t('parameters'),
      rows: operation.parameters.map(({ name, in: where, required, schema, description = '' }) => ({
        name,
        note: [where === 'query' ? [] : where, required ? 'required' : []].flat().join(', '),
        type: typeOf(schema),
        description,
      })),
    },
    {
      caption: t('body', { types: Object.keys(content).join(', ') }),
      rows: fieldRows(Object.values(content)[0]?.schema),
    },
    { caption: t('responses'), rows: responses.filter(({ name }) => name < '400') },
    { caption: t('errors'), rows: responses.filter(({ name }) => name >= '400') },
  ]
  return {
    id,
    method,
    path,
    summary,
    description,
    tables: tables.filter(({ rows }) => rows.length > 0),
    examples: requestExamples(operation, origin),
  }
}

function fieldRows(schema: Schema | undefined): ApiRow[] {
  const { properties = {}, required = [] } = schema ? follow(components.schemas, schema) : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    note: required.includes(name) ? 'required' : '',
    type: typeOf(property),
    description: follow(components.schemas, property).description ?? '',
  }))
}

function responseRow(name: string, { description = '', content = {} }: Response): ApiRow {
  const [[mediaType, media] = ['']] = Object.entries(content)
  const codes = (media?.schema?.allOf ?? []).flatMap(({ properties }) =>
    valuesOf(properties?.code).map(String),
  )
  if (codes.length > 0) return { name, description, codes }
  return { name, description, type: mediaType.endsWith('json') ? typeOf(media?.schema) : mediaType }
}

const nameOf = ({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1)

/** Resolves a `$ref` to a component of the same kind. */
function follow<T extends { $ref?: string }>(kind: Record<string, T>, value: T): T {
  return kind[nameOf(value) ?? ''] ?? value
}

const valuesOf = (schema: Schema | undefined): unknown[] =>
  schema?.enum ?? (schema?.const === undefined ? [] : [schema.const])

/** Formats a type: `integer`, `Comment[]`, `"pending" | "published"`, `string, 1 to 80`. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  const name = nameOf(schema)
  if (name !== undefined) return name
  const kinds =
    (schema.anyOf ?? schema.oneOf)?.map(typeOf) ??
    valuesOf(schema).map((value) => JSON.stringify(value))
  if (kinds.length > 0) return kinds.join(' | ')
  if (schema.type === 'array') {
    const item = typeOf(schema.items)
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  const kind = schema.format ?? String(schema.type)
  const min = schema.minLength ?? schema.minimum
  const max = schema.maxLength ?? schema.maximum
  if (max !== undefined) return `${kind}, ${min ?? 0} to ${max.toLocaleString('en')}`
  return min === undefined ? kind : `${kind}, from ${min}`
}

/**
 * Returns a request that can be sent without changes, for curl, `fetch` and the client. Returns
 * none if the operation needs credentials or a required value has no example in `openapi.yaml`.
 */
function requestExamples(
  { method, path, parameters, requestBody, security = [], ...operation }: PathOperation,
  origin: string,
): { label: string; code: string }[] {
  const isIncomplete = parameters.some(({ required, example }) => required && example === undefined)
  const json = requestBody?.content['application/json']?.example
  // An empty requirement makes credentials optional (OpenAPI 3.1, 4.8.10).
  const needsCredentials = security.length > 0 && security.every((one) => Object.keys(one).length)
  if (needsCredentials || isIncomplete || (requestBody && !json)) return []
  const given = parameters.filter(({ example }) => example !== undefined)
  const valuesIn = (where: string) =>
    given
      .filter((one) => one.in === where)
      .flatMap(({ name, example }) => [example].flat().map((value) => [name, String(value)]))
  const query = new URLSearchParams(valuesIn('query'))
  const url = valuesIn('path').reduce(
    (address, [name, value = '']) => address.replace(`{${name}}`, value),
    `${origin}${path}${query.size > 0 ? `?${query}` : ''}`,
  )
  const body = json ? JSON.stringify(json) : undefined
  const init = body
    ? `, {\n  method: '${method}',\n  headers: { 'Content-Type': 'application/json' },\n` +
      `  body: JSON.stringify(${body}),\n}`
    : ''
  return [
    { label: 'curl', code: `curl '${url}'${body ? ` --json '${body}'` : ''}` },
    { label: 'fetch', code: `const response = await fetch('${url}'${init})` },
    ...(operation['x-codeSamples'] ?? []).map(({ label, source }) => ({
      label,
      code: `const blog = createClient('${origin}')\nconst answer = ${source}`,
    })),
  ]
}
