import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

type Component = { $ref?: string; description?: string }

export type Schema = Component & {
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

export type Parameter = Component & {
  name: string
  in: string
  required?: boolean
  schema?: Schema
  example?: unknown
}

export type Response = Component & { content?: Content }

export type Operation = {
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
