import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Packages = Readonly<Record<string, object>>

const here = { os: [process.platform], cpu: [process.arch] }
const elsewhere = { os: ['aix'], cpu: ['ppc64'] }
const locked: Packages = {
  '': { name: 'shop' },
  'apps/api': { version: '0.0.0' },
  'node_modules/@shop/api': { resolved: 'apps/api', link: true },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/tool-of-this-machine': { version: '1.0.0', integrity: 'sha512-b', optional: true, ...here },
  'node_modules/tool-of-another-machine': { version: '1.0.0', integrity: 'sha512-c', optional: true, ...elsewhere },
}
const { '': _root, 'node_modules/tool-of-another-machine': _other, ...installed } = locked

let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ensure-'))
  for (const folder of ['scripts', 'node_modules', 'bin']) mkdirSync(join(checkout, folder))
  cpSync(join(import.meta.dirname, 'ensure.mjs'), join(checkout, 'scripts/ensure.mjs'))
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages: locked }))
  writeFileSync(join(checkout, 'bin/npm'), '#!/bin/sh\necho "$@" >> installed\n', { mode: 0o755 })
})
afterEach(() => rmSync(checkout, { recursive: true }))

/** Starts a script after an `npm ci` that left these packages; none without one. @returns whether it installed. */
function installsAfter(packages: Packages | undefined): boolean {
  if (packages) writeFileSync(join(checkout, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  const env = { ...process.env, PATH: `${join(checkout, 'bin')}:${process.env['PATH']}` }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/ensure.mjs'], { cwd: checkout, env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(join(checkout, 'installed'))
}

describe('a start', () => {
  test('installs nothing after a plain npm ci', () => {
    expect(installsAfter(installed)).toBe(false)
  })

  test('installs where nothing was installed', () => {
    expect(installsAfter(undefined)).toBe(true)
  })

  test.each<[string, Packages]>([
    ['another version', { ...installed, 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-a' } }],
    ['another content', { ...installed, 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-z' } }],
    ['a package too many', { ...installed, 'node_modules/left-over': { version: '1.0.0' } }],
    ['a package too few', without('node_modules/zod')],
    ['no tool of this machine', without('node_modules/tool-of-this-machine')],
    ['a missing link of a workspace', without('node_modules/@shop/api')],
  ])('installs over %s', (_what, packages) => {
    expect(installsAfter(packages)).toBe(true)
  })
})

function without(name: string): Packages {
  return Object.fromEntries(Object.entries(installed).filter(([one]) => one !== name))
}
