import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

/** The parts of a JSON schema that generators use. */
const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  minLength: z.number().default(0),
  maxLength: z.number().default(60),
  minimum: z.number().default(-10),
  maximum: z.number().default(2 ** 31),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  oneOf: z.array(z.unknown()).optional(),
})

export type Known = Record<string, readonly (string | number)[]>

/** Generates texts with a number of code points: mostly letters, sometimes any Unicode. */
function texts({
  minLength,
  maxLength,
}: {
  minLength: number
  maxLength: number
}): Arbitrary<string> {
  const size = { minLength, maxLength: Math.min(maxLength, minLength + 60) }
  // Texts of one or two characters are often blank, which required fields reject.
  const long = { ...size, minLength: Math.min(Math.max(minLength, 3), size.maxLength) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string(long) },
    fc.string(size),
    fc.string({ ...size, unit: 'grapheme' }),
    fc.string({ ...size, unit: 'binary' }),
  )
}

/**
 * Generates values for a schema, and sometimes a known value for a property of that name.
 * @param resolve follows a `$ref`
 * @param name of the property or parameter
 */
export function valid(
  unresolved: unknown,
  resolve: (schema: unknown) => unknown,
  known: Known,
  name = '',
): Arbitrary<unknown> {
  const read = schema.parse(resolve(unresolved))
  const inner = (one: unknown, its = name) => valid(one, resolve, known, its)
  const knownValues = known[name]
  if (knownValues && knownValues.length > 0)
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...knownValues) }, inner(read, ''))
  if (read.enum) return fc.constantFrom(...read.enum)
  if (read.const !== undefined) return fc.constant(read.const)
  if (read.oneOf) return fc.oneof(...read.oneOf.map((one) => inner(one)))
  if (Array.isArray(read.type))
    return fc.oneof(...read.type.map((type) => inner({ ...read, type })))
  switch (read.type) {
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.integer({ min: read.minimum, max: read.maximum })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(inner(read.items ?? {}), { maxLength: 3 })
    case 'object': {
      const fields = Object.entries(read.properties).map(
        ([key, one]) => [key, inner(one, key)] as const,
      )
      return fc.record(Object.fromEntries(fields), {
        requiredKeys: read.required.filter((key) => key in read.properties),
      })
    }
    default:
      if (read.format === 'email') return fc.emailAddress()
      return read.format === 'uri' ? fc.webUrl() : texts(read)
  }
}

/** Generates unexpected values. */
export const unexpectedValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\u001b[31m',
    '\u202e',
    '__proto__',
    "' OR 1=1 --",
    '../../etc/passwd',
    '%',
    '%00',
    '$1',
  ),
  fc.constantFrom(
    -1,
    0,
    1.5,
    1e300,
    2 ** 31,
    2 ** 53,
    Number.MAX_SAFE_INTEGER,
    null,
    true,
    [],
    {},
    [[]],
    { toString: 1 },
  ),
  fc.constantFrom('x'.repeat(201), 'x'.repeat(5_001), 'é'.repeat(2_048), '\u0301'.repeat(100)),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Generates a valid object with one fault: a missing, an extra, or a wrong field. */
export function nearlyValid(whole: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(whole, unexpectedValue, fc.nat(20), fc.constantFrom('drop', 'replace', 'replace', 'add'))
    .map(([value, other, at, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
      const fields = Object.entries(value)
      const [name = 'added'] = fields[at % Math.max(1, fields.length)] ?? []
      if (how === 'drop') return Object.fromEntries(fields.filter(([key]) => key !== name))
      return Object.fromEntries([...fields, [how === 'add' ? 'added' : name, other]])
    })
}
