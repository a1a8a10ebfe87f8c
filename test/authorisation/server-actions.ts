import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

/** The id of a server action by source: `app/admin/people/actions.ts#invite`. */
export type ActionName = string

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** Lists every exported function of a file with `'use server'`, by reading the sources. */
export function listServerActions(): ActionName[] {
  return ['app', 'components', 'lib'].flatMap(sources).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const exported = [...text.matchAll(/^export (?:async function|const) (\w+)/gm)].map(
      ([, name]) => `${file}#${name}`,
    )
    if (/^['"]use server['"]/m.test(text)) return exported
    // An action inside another function has no name for the list.
    return /^\s+['"]use server['"]/m.test(text) ? [`${file}#(inline)`] : []
  })
}

/** Returns the path of a page or route by its file. Omits route groups, such as `(blog)`. */
export const routeOf = (file: string) =>
  path
    .dirname(file)
    .replace(/^app/, '')
    .replaceAll(/\/\([^)]*\)/g, '')

/**
 * Lists every method of the route handlers, as `POST /api/comments`. Methods that return 405 are
 * not included.
 */
export function listRouteMethods(): string[] {
  return sources('app')
    .filter((file) => /(?:^|\/)route\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const exports = text
        .split(/^(?=export\b)/m)
        .filter((part) => part.startsWith('export') && !part.includes('= otherMethods('))
        // The names of a list of exports, or of one declaration.
        .map(
          (part) =>
            /^export(?: type| const)? \{[^}]*\}/.exec(part)?.[0] ?? part.split(/[=\n]/, 1)[0],
        )
      // `cronRoute` returns 405 for all other methods.
      const names = text.includes('= cronRoute(')
        ? /\b(?:GET|POST)\b/g
        : /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/g
      const methods = exports.join('\n').match(names) ?? []
      return methods.map((method) => `${method} ${routeOf(file)}`)
    })
}

/** Lists every page below a folder by its path. */
export function listPages(folder: string): string[] {
  return sources(folder)
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map(routeOf)
}

const manifest = z.object({
  node: z.record(z.string(), z.object({ exportedName: z.string(), filename: z.string() })),
})

let ids: Map<ActionName, string> | undefined

function readActionIds(): Map<ActionName, string> {
  const { node } = manifest.parse(
    JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')),
  )
  const entries = Object.entries(node)
  return new Map(
    entries.map(([id, { exportedName, filename }]) => [`${filename}#${exportedName}`, id]),
  )
}

/** Returns the id of an action in the current build. */
export function actionId(name: ActionName): string {
  ids ??= readActionIds()
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} is not in the build: is it used by any page?`)
  return id
}

type Client = { encodeReply: (values: unknown[]) => Promise<string | FormData> }
const client: Client = createRequire(import.meta.url)(
  'next/dist/compiled/react-server-dom-turbopack/client.node',
)

/** Sends a server action like a browser: as React does, or as a form does without JavaScript. */
export async function encodeCalls(
  name: ActionName,
  values: unknown[],
): Promise<{ scripted: Request; plain: Request }> {
  const id = actionId(name)
  const plain = new FormData()
  plain.set(`$ACTION_ID_${id}`, '')
  for (const value of values)
    if (value instanceof FormData) value.forEach((field, key) => void plain.append(key, field))
  const request = (body: string | FormData, headers: Record<string, string>) =>
    new Request('http://a', { method: 'POST', body, headers })
  return {
    scripted: request(await client.encodeReply(values), {
      Accept: 'text/x-component',
      'Next-Action': id,
    }),
    plain: request(plain, { Accept: 'text/html' }),
  }
}

/** Calls an action as React does in a browser. */
export async function callAction(
  origin: string,
  page: string,
  name: ActionName,
  values: unknown[],
  headers: Record<string, string>,
): Promise<{ status: number; text: string; redirect: string | null }> {
  const response = await fetch(origin + page, {
    method: 'POST',
    body: await client.encodeReply(values),
    headers: { Accept: 'text/x-component', 'Next-Action': actionId(name), ...headers },
    redirect: 'manual',
  })
  const redirect = response.headers.get('x-action-redirect') ?? response.headers.get('location')
  return { status: response.status, text: await response.text(), redirect }
}
