import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { copyCheckout } from '@/bench/support/copy-checkout'

const run = promisify(execFile)

const functionConfig = z.object({ filePathMap: z.record(z.string(), z.string()).default({}) })

export type BuildOutput = {
  /** The folder with `config.json`, `static` and `functions`. */
  folder: string
  /** The Node executable of the version that functions use. */
  node: string
  /** The folder of each function by its path below `functions`, laid out like `/var/task`. */
  functions: Map<string, string>
  /** The size of each function's files in MB of 2^20 bytes. Vercel's limit is 250. */
  sizes: Record<string, number>
}

/**
 * Runs `vercel build` for production on a copy of the checkout, without an account. Removes the
 * copy, so that functions can only read the files that they would have on Vercel.
 * @param environment the variables of the project
 */
export async function buildForVercel(environment: Record<string, string>): Promise<BuildOutput> {
  const home = mkdtempSync(path.join(tmpdir(), 'afterword-vercel-'))
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  await run('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', 'vercel@60', 'node@24'])
  const programs = path.join(home, 'node_modules/.bin')
  const checkout = await copyCheckout()
  mkdirSync(path.join(checkout, '.vercel'))
  writeFileSync(
    path.join(checkout, '.vercel/project.json'),
    JSON.stringify({
      projectId: 'prj_test',
      orgId: 'team_test',
      // The copy already contains the modules.
      settings: { framework: 'nextjs', installCommand: '', nodeVersion: '24.x' },
    }),
  )
  await run(path.join(programs, 'vercel'), ['build', '--prod', '--yes', '--token', 'none'], {
    cwd: checkout,
    env: {
      NODE_ENV: 'production',
      PATH: `${programs}:${process.env.PATH}`,
      HOME: home,
      VERCEL_TELEMETRY_DISABLED: '1',
      VERCEL_ENV: 'production',
      ...environment,
    },
    maxBuffer: 16_777_216,
  })
  const folder = path.join(home, 'output')
  cpSync(path.join(checkout, '.vercel/output'), folder, { recursive: true, verbatimSymlinks: true })
  const { functions, sizes } = layOutFunctions(checkout, folder, path.join(home, 'task'))
  rmSync(checkout, { recursive: true })
  return { folder, node: path.join(programs, 'node'), functions, sizes }
}

function layOutFunctions(checkout: string, folder: string, tasks: string) {
  const root = path.join(folder, 'functions')
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const functions = new Map<string, string>()
  const sizes: Record<string, number> = {}
  for (const entry of entries.filter((name) => name.endsWith('.func'))) {
    const source = realpathSync(path.join(root, entry))
    const name = path.relative(realpathSync(root), source)
    const task = path.join(tasks, name)
    functions.set(`/${entry.slice(0, -'.func'.length)}`, task)
    if (name in sizes) continue
    cpSync(source, task, { recursive: true })
    const { filePathMap } = functionConfig.parse(
      JSON.parse(readFileSync(path.join(source, '.vc-config.json'), 'utf8')),
    )
    for (const [to, from] of Object.entries(filePathMap))
      cpSync(path.join(checkout, from), path.join(task, to), { verbatimSymlinks: true })
    sizes[name] = Math.round((10 * sizeOf(task)) / 2 ** 20) / 10
  }
  return { functions, sizes }
}

/** Returns the bytes of all files below a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}
