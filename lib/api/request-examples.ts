import type { Operation } from './openapi-document'

/**
 * Returns a request that can be sent without changes, for curl, `fetch` and the client. Returns
 * none if the operation needs credentials or a required value has no example in `openapi.yaml`.
 */
export function requestExamples(
  { method, path, ...operation }: Operation & { method: string; path: string },
  origin: string,
): { label: string; code: string }[] {
  const { parameters, requestBody, security, 'x-codeSamples': samples } = operation
  const isIncomplete = parameters.some(({ required, example }) => required && example === undefined)
  const json = requestBody?.content['application/json']?.example
  if (security.length > 0 || isIncomplete || (requestBody && !json)) return []
  const given = parameters.filter(({ example }) => example !== undefined)
  const valuesIn = (where: string) =>
    given.filter((one) => one.in === where).map(({ name, example }) => [name, String(example)])
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
    ...samples.map(({ label, source }) => ({
      label,
      code: `const blog = createClient('${origin}')\nconst answer = ${source}`,
    })),
  ]
}
