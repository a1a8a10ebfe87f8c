import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const pattern = z.object({ group: z.array(z.string()), message: z.string() })
const restricted = z.object({ options: z.object({ patterns: z.array(pattern) }) })
const override = z.object({
  includes: z.array(z.string()),
  linter: z.object({
    rules: z.object({ style: z.object({ noRestrictedImports: restricted.optional() }).optional() }),
  }),
})
const config = z
  .object({ overrides: z.array(override) })
  .parse(JSON.parse(readFileSync('biome.json', 'utf8')))

/** A forbidden import, its file, and the expected message of the linter. */
const planted = config.overrides.flatMap(({ includes, linter }) => {
  const patterns = linter.rules.style?.noRestrictedImports?.options.patterns ?? []
  const folders = includes.filter((one) => !one.startsWith('!'))
  return folders.flatMap((folder) =>
    patterns.flatMap(({ group, message }) =>
      group
        .filter((one) => !one.startsWith('!'))
        .map((one) => ({ folder, name: one.replace(/\*\*?$/, 'planted'), message })),
    ),
  )
})

test('every folder of lib has a rule, and every rule matches a file or folder', () => {
  const places = new Set(planted.map(({ folder }) => folder.replace('/**', '')))
  expect([...places].filter((place) => !existsSync(place))).toEqual([])
  const folders = readdirSync('lib', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'generated' ? [`lib/${entry.name}`] : [],
  )
  expect(folders.filter((folder) => !places.has(folder))).toEqual([])
})

test('the linter rejects an import cycle of types', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-cycle-'))
  try {
    const biome = JSON.parse(readFileSync('biome.json', 'utf8'))
    const { noImportCycles } = biome.linter.rules.suspicious
    const config = { linter: { rules: { recommended: false, suspicious: { noImportCycles } } } }
    writeFileSync(path.join(directory, 'biome.json'), JSON.stringify(config))
    for (const [one, other] of ['ab', 'ba'])
      writeFileSync(
        path.join(directory, `${one}.ts`),
        `import type { ${other} } from './${other}'\nexport type ${one} = ${other} | string\n`,
      )
    const { stdout, stderr } = spawnSync(
      path.resolve('node_modules/.bin/biome'),
      ['lint', '--colors=off', '.'],
      { cwd: directory, encoding: 'utf8' },
    )
    expect(`${stdout}${stderr}`).toContain('noImportCycles')
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('the linter rejects every import that points upward', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-layers-'))
  try {
    const biome = JSON.parse(readFileSync('biome.json', 'utf8'))
    biome.vcs = undefined
    // Type-aware rules would read all of node_modules.
    biome.linter.rules = { recommended: false }
    biome.linter.domains = undefined
    writeFileSync(path.join(directory, 'biome.json'), JSON.stringify(biome))
    const files = planted.map(({ folder, name }, index) => {
      const file = folder.endsWith('/**') ? folder.replace('**', `planted-${index}.ts`) : folder
      mkdirSync(path.join(directory, path.dirname(file)), { recursive: true })
      const line = `import '${name}'\n`
      writeFileSync(path.join(directory, file), line, { flag: 'a' })
      return file
    })
    const command = ['lint', '--max-diagnostics=none', '--colors=off', '.']
    const { stdout, stderr } = spawnSync(path.resolve('node_modules/.bin/biome'), command, {
      cwd: directory,
      encoding: 'utf8',
    })
    const diagnostics = `${stdout}${stderr}`.split(/^(?=\S+:\d+:\d+ lint)/m)
    const missed = planted.filter(
      ({ name, message }, index) =>
        !diagnostics.some(
          (one) =>
            one.startsWith(`${files[index]}:`) &&
            one.includes(message) &&
            one.includes(`import '${name}'`),
        ),
    )
    expect(planted.length).toBeGreaterThan(200)
    expect(missed).toEqual([])
  } finally {
    rmSync(directory, { recursive: true })
  }
})
