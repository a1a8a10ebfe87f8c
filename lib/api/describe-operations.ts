import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** A parameter, or a field of a request or response body. */
export type ApiField = {
  name: string
  required: boolean
  type: string
  description: string
  where?: string
  example?: string
}

export type ApiAnswer = {
  status: string
  description: string
  /** The name of the body's schema, or its media type. */
  body: string
  /** The problem codes that the response may carry. */
  codes: string[]
  example: unknown
}

export type ApiOperation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  parameters: ApiField[]
  body: { types: string[]; fields: ApiField[] } | undefined
  answers: ApiAnswer[]
  /** Descriptions of the required credentials; empty if none are required. */
  needs: string[]
}

const node = z.record(z.string(), z.unknown())
const list = z.array(z.unknown())
const words = z.string()
type Node = z.infer<typeof node>

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Describes `openapi.yaml` for the reference: references resolved, no preflights. */
export function describeOperations(): {
  operations: ApiOperation[]
  schemas: { name: string; description: string; fields: ApiField[] }[]
} {
  const document = node.parse(parse(readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8')))
  const reader = new Reader(document)
  const operations = Object.entries(reader.at(document, 'paths')).flatMap(([route, item]) =>
    methods.flatMap((method) => {
      const operation = node.safeParse(reader.follow(item)[method]).data
      return operation ? [reader.operation(route, method, operation, reader.follow(item))] : []
    }),
  )
  const schemas = Object.entries(reader.at(document, 'components', 'schemas')).map(
    ([name, schema]) => {
      const followed = reader.follow(schema)
      return { name, description: text(followed.description), fields: reader.fields(followed) }
    },
  )
  return { operations, schemas }
}

function text(value: unknown): string {
  return words.safeParse(value).data?.trim() ?? ''
}

class Reader {
  constructor(private readonly document: Node) {}

  at(from: Node, ...names: string[]): Node {
    return names.reduce<Node>((value, name) => node.safeParse(value[name]).data ?? {}, from)
  }

  /** Resolves a node's `$ref`, a JSON pointer within the document. */
  follow(value: unknown): Node {
    const found = node.safeParse(value).data ?? {}
    const reference = words.safeParse(found.$ref).data
    if (reference === undefined) return found
    const names = reference.slice(2).split('/')
    return this.follow(
      this.at(
        this.document,
        ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
      ),
    )
  }

  operation(route: string, method: string, operation: Node, item: Node): ApiOperation {
    const parameters = [
      ...(list.safeParse(item.parameters).data ?? []),
      ...(list.safeParse(operation.parameters).data ?? []),
    ]
    const schemes = (list.safeParse(operation.security).data ?? []).flatMap((scheme) =>
      Object.keys(node.parse(scheme)),
    )
    return {
      id:
        text(operation.operationId) ||
        `${method}-${route.replaceAll(/[^a-z]+/gi, '-').replace(/^-|-$/g, '')}`,
      tag: text(list.safeParse(operation.tags).data?.[0]),
      method: method.toUpperCase(),
      path: route,
      summary: text(operation.summary),
      description: text(operation.description),
      parameters: parameters.map((parameter) => this.parameter(this.follow(parameter))),
      body: this.body(this.follow(operation.requestBody)),
      answers: Object.entries(this.at(operation, 'responses')).map(([status, answer]) =>
        this.answer(status, this.follow(answer)),
      ),
      needs: schemes.map((scheme) =>
        text(this.at(this.document, 'components', 'securitySchemes', scheme).description),
      ),
    }
  }

  private parameter(parameter: Node): ApiField {
    const example = parameter.example ?? this.follow(parameter.schema).example
    return {
      name: text(parameter.name),
      required: parameter.required === true,
      type: this.type(parameter.schema),
      description: text(parameter.description),
      where: text(parameter.in),
      ...(example !== undefined && { example: String(example) }),
    }
  }

  private body(body: Node): ApiOperation['body'] {
    const content = this.at(body, 'content')
    const [type] = Object.keys(content)
    if (type === undefined) return undefined
    return {
      types: Object.keys(content),
      fields: this.fields(this.follow(this.at(content, type).schema)),
    }
  }

  private answer(status: string, answer: Node): ApiAnswer {
    const content = this.at(answer, 'content')
    const [type = ''] = Object.keys(content)
    const schema = this.at(content, type).schema
    const isProblem = type === 'application/problem+json'
    return {
      status,
      description: text(answer.description),
      body: isProblem ? 'Problem' : schema === undefined ? type : this.type(schema),
      codes: isProblem ? codesIn(schema) : [],
      example: this.at(content, type).example,
    }
  }

  fields(schema: Node): ApiField[] {
    const required = list.safeParse(schema.required).data ?? []
    return Object.entries(this.at(schema, 'properties')).map(([name, property]) => ({
      name,
      required: required.includes(name),
      type: this.type(property),
      description: text(this.follow(property).description),
    }))
  }

  /** Formats a type: `integer`, `Comment[]`, `“pending” | “published”`, `string, 1 to 80`. */
  private type(value: unknown): string {
    const named = words.safeParse(node.safeParse(value).data?.$ref).data
    if (named !== undefined) return named.split('/').at(-1) ?? ''
    const schema = this.follow(value)
    if ('const' in schema) return JSON.stringify(schema.const)
    const kinds = list.safeParse(schema.anyOf ?? schema.oneOf).data
    if (kinds) return kinds.map((kind) => this.type(kind)).join(' | ')
    const choices = list.safeParse(schema.enum).data
    if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
    if (schema.type === 'array') {
      const items = schema.items === undefined ? '' : this.type(schema.items)
      return items.includes(' | ') ? `(${items})[]` : `${items}[]`
    }
    const [least, most] = [schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum]
    const kind = text(schema.format) || text(schema.type) || 'any'
    if (most !== undefined)
      return `${kind}, ${String(least ?? 0)} to ${Number(most).toLocaleString('en')}`
    return least === undefined ? kind : `${kind}, from ${String(least)}`
  }
}

/** Collects every `code` that occurs anywhere in a schema. */
function codesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(codesIn)
  const found = node.safeParse(schema).data
  if (!found) return []
  const code = node.safeParse(node.safeParse(found.properties).data?.code).data
  const own =
    code === undefined
      ? []
      : 'const' in code
        ? [text(code.const)]
        : (list.safeParse(code.enum).data ?? []).map(text)
  return [
    ...own,
    ...Object.values(found).flatMap((value) => (value === found.properties ? [] : codesIn(value))),
  ].filter(Boolean)
}
