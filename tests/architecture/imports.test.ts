import { describe, expect, test } from 'vitest'
import { findPaths, homeOf, importsOf, read, roomOf, rooms, type Source, sources, subRoomOf, subRooms } from './sources.ts'

/** The arrows of architecture.md §2: the workspaces that product code of a package may import. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  'packages/db': ['domain'],
  'packages/chains': ['domain'],
  'packages/providers': ['domain'],
  'packages/documents': ['domain'],
  'packages/workflows': ['domain'],
  'packages/metrics-server': ['domain'],
  'packages/pages': ['domain', 'contract'],
  'packages/operations': ['domain', 'contract', 'documents', 'pages', 'db', 'chains', 'providers', 'workflows'],
  'packages/client': [],
  'packages/devnet': [],
  'packages/testing': ['domain', 'db', 'chains', 'providers'],
  'apps/api': ['domain', 'contract', 'pages', 'db', 'chains', 'providers', 'workflows', 'operations', 'metrics-server'],
  // Of the api it takes the types of its router, which disappear.
  'apps/portal': ['domain', 'contract', 'pages', 'api'],
  'apps/worker': ['domain', 'contract', 'db', 'chains', 'providers', 'workflows', 'operations', 'metrics-server'],
}
/** What the oracle of the chaos runs may import, and what for. */
const oracleLibraries: Readonly<Record<string, string>> = {
  pg: 'reads the database',
  'bitcoinjs-lib':
    'an implementation of Bitcoin that the gateway does not use: it says what the bytes of a transaction are and what a signature signs',
  '@noble/curves/secp256k1.js': 'the curve, which bitcoinjs-lib does not bring: whether one signature fits one digest',
}
/** Packages that only tests may import. */
const forTests = ['testing', 'devnet']

const product = sources.filter(({ isTest }) => !isTest)

describe('layers', () => {
  test('no file imports from a layer above its own, and only tests import test packages', () => {
    expect(sources.flatMap(upwardImports)).toEqual([])
  })

  test.each(Object.entries(arrows))('the manifest of %s names no layer above it', (home, allowed) => {
    const manifest: { dependencies?: object; devDependencies?: object } = JSON.parse(read(`${home}/package.json`))
    const ours = (dependencies: object = {}) => Object.keys(dependencies).flatMap((name) => /^@gateway\/(.*)/.exec(name)?.[1] ?? [])
    expect(ours(manifest.dependencies).filter((name) => !allowed.includes(name))).toEqual([])
    expect(ours(manifest.devDependencies).filter((name) => ![...allowed, ...forTests].includes(name))).toEqual([])
  })

  test('every package and app has an entry in this table', () => {
    expect(
      findPaths('{apps,packages}/*/package.json')
        .map(homeOf)
        .filter((home) => !(home in arrows)),
    ).toEqual([])
  })
})

describe('rooms', () => {
  test('rooms of the domain share types only, and kernel and money import no room but by the list of all', () => {
    const found = inLayer('packages/domain').flatMap(({ source, target, isTypeOnly }) => {
      const from = roomOf(source.path)
      const to = roomOf(target)
      return to === undefined || from === to || isTypeOnly || source.path === 'packages/domain/src/rooms.ts'
        ? []
        : [`${source.path} imports a value from ${to}`]
    })
    expect(found).toEqual([])
  })

  test('a room of the operations imports only the rooms before it', () => {
    const found = inLayer('packages/operations').flatMap(({ source, target }) => {
      const from = roomOf(source.path)
      const to = roomOf(target)
      return from && to && rooms.indexOf(to) > rooms.indexOf(from) ? [`${source.path} imports ${target}`] : []
    })
    expect(found).toEqual([])
  })

  test('a sub-room of the operations imports values only from the sub-rooms before it', () => {
    const found = inLayer('packages/operations').flatMap(({ source, target, isTypeOnly }) => {
      const from = subRoomOf(source.path)
      const to = subRoomOf(target)
      if (!from || !to || from.room !== to.room || isTypeOnly) return []
      const order = subRooms[from.room] ?? []
      return order.indexOf(to.name) > order.indexOf(from.name) ? [`${source.path} imports ${target}`] : []
    })
    expect(found).toEqual([])
  })

  test("a room of the operations calls another's operations, never its queries", () => {
    const found = product.flatMap((source) => {
      if (source.home !== 'packages/operations' || roomOf(source.path) === undefined) return []
      const foreign = importsOf(source).filter(
        ({ target = '' }) => /^packages\/db\/.*queries\.ts$/.test(target) && isForeign(source, target),
      )
      return foreign.map(({ target }) => `${source.path} imports ${target}`)
    })
    expect(found).toEqual([])
  })
})

describe('the oracle of the chaos runs', () => {
  test('shares nothing with what it judges: it imports its own files, Node and the libraries that are named for it', () => {
    const files = findPaths('tests/chaos/oracle/**/*.ts')
    const found = files.flatMap((path) =>
      importsOf({ path, text: read(path) })
        .filter(
          ({ specifier, target }) =>
            !/^node:\w+(?:\/\w+)?$/.test(specifier) && !(specifier in oracleLibraries) && !target?.startsWith('tests/chaos/oracle/'),
        )
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
    expect(files).toContain('tests/chaos/oracle/main.ts')
    expect(found).toEqual([])
  })
})

function inLayer(home: string) {
  return product.flatMap((source) =>
    source.home === home
      ? importsOf(source).flatMap(({ target, isTypeOnly }) => (target?.startsWith(home) ? [{ source, target, isTypeOnly }] : []))
      : [],
  )
}

function isForeign(source: Source, target: string): boolean {
  const to = roomOf(target)
  return to !== undefined && to !== roomOf(source.path)
}

function upwardImports(source: Source): string[] {
  const allowed = [...(arrows[source.home] ?? []), ...(source.isTest ? forTests : [])]
  return importsOf(source)
    .filter(({ target, isTypeOnly }) => target !== undefined && homeOf(target) !== source.home && !isAllowed(homeOf(target), isTypeOnly))
    .map(({ specifier }) => `${source.path} imports ${specifier}`)

  function isAllowed(home: string, isTypeOnly: boolean): boolean {
    const [kind, name = ''] = home.split('/')
    return allowed.includes(name) && (kind === 'packages' || isTypeOnly)
  }
}
