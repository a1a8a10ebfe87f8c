import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const text = z.string().default('')
const number = z.number().optional()
const component = { $ref: z.string().optional(), description: text }

const schema = z.object({
  $ref: z.string().optional(),
  description: text,
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return schema.optional()
  },
  get anyOf() {
    return z.array(schema).optional()
  },
  get oneOf() {
    return z.array(schema).optional()
  },
  get allOf() {
    return z.array(schema).optional()
  },
})

const content = z
  .record(z.string(), z.object({ schema: schema.optional(), example: z.unknown().optional() }))
  .default({})

const parameter = z.object({
  ...component,
  name: text,
  in: text,
  required: z.boolean().default(false),
  schema: schema.optional(),
  example: z.unknown().optional(),
})
const parameters = z.array(parameter).default([])

const response = z.object({ ...component, content })

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters,
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  'x-codeSamples': z.array(z.object({ label: z.string(), source: z.string() })).default([]),
})

const pathItem = z.object({
  parameters,
  get: operation.optional(),
  post: operation.optional(),
  patch: operation.optional(),
  delete: operation.optional(),
})

const document = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), pathItem),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})

export type Schema = z.infer<typeof schema>
export type Response = z.infer<typeof response>
export type Operation = z.infer<typeof operation>

/** The parts of `openapi.yaml` that the reference shows. */
export const openApi = document.parse(
  parse(readFileSync(path.join(process.cwd(), 'openapi.yaml'), 'utf8')),
)
