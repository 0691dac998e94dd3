import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPaths, read, root } from './sources.ts'

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifests = ['package.json', ...findPaths('{apps/*,packages/*,bench,scripts,tests}/package.json')]

/** Classes of one copy reject a message made by another, at run time and far from the cause. */
test('all Temporal packages share the protobufjs that the root pins', () => {
  const packages = globSync('node_modules/@temporalio/*/package.json', { cwd: root }).filter(
    (path) => manifestOf(path).dependencies?.['protobufjs'],
  )
  expect(packages.length).toBeGreaterThan(1)
  const copies = new Set(packages.map((path) => createRequire(join(root, path)).resolve('protobufjs/package.json')))
  expect([...copies]).toEqual([join(root, 'node_modules/protobufjs/package.json')])
  expect(manifestOf('node_modules/protobufjs/package.json').version).toBe(manifestOf('package.json').devDependencies?.['protobufjs'])
})

test('every registry dependency is pinned to one exact version, the same in every manifest', () => {
  const named = manifests.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = manifestOf(path)
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const versions = Map.groupBy(named, ([name]) => name)
  const loose = named.filter(([name, range]) => !(name.startsWith('@gateway/') ? range === '*' : /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)))
  const torn = [...versions].filter(([, ranges]) => new Set(ranges.map(([, range]) => range)).size > 1).map(([name]) => name)
  expect({ loose, torn }).toEqual({ loose: [], torn: [] })
})

test('no package runs an install script', () => {
  const { allowScripts = {} }: { allowScripts?: Readonly<Record<string, boolean>> } = JSON.parse(read('package.json'))
  const { packages }: { packages: Readonly<Record<string, { hasInstallScript?: boolean }>> } = JSON.parse(read('package-lock.json'))
  const withScripts = Object.entries(packages).flatMap(([path, entry]) =>
    entry.hasInstallScript ? [path.split('node_modules/').at(-1) ?? ''] : [],
  )
  expect(withScripts.filter((name) => allowScripts[name] !== false && name !== 'fsevents')).toEqual([])
})

function manifestOf(path: string): Manifest {
  return JSON.parse(read(path))
}
