import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize, sep } from 'node:path'
import { root } from './sources.ts'

/** The import graph of the signer process. */
export interface SignerGraph {
  /** Our own files, relative to the checkout. */
  readonly modules: readonly string[]
  /** Node modules that our files import. */
  readonly node: readonly string[]
  /** Packages that our files import. */
  readonly direct: readonly string[]
  /** Every transitive package. */
  readonly packages: readonly string[]
}

const ENTRY = 'apps/worker/src/main.ts'
/** The worker imports each role dynamically; the signer process loads only its own. */
const ROLES = 'apps/worker/src/roles.ts'
const SIGNER = './roles/signer.ts'

const STATIC = /^\s*(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?['"](?<specifier>[^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g

/** Walks all value imports from the worker's entry, as the role `signer` loads them. */
export function signerGraph(): SignerGraph {
  const modules = new Set([ENTRY])
  const foreign = new Set<string>()
  for (const path of modules) {
    for (const specifier of specifiersOf(path)) {
      const target = targetOf(path, specifier)
      if (target === undefined) foreign.add(packageOf(specifier))
      else modules.add(target)
    }
  }
  const isNode = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name)
  const direct = [...foreign].filter((name) => !isNode(name)).toSorted(byName)
  return {
    modules: [...modules].toSorted(byName),
    node: [...foreign].filter(isNode).toSorted(byName),
    direct,
    packages: closureOf(direct),
  }
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

function specifiersOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map(({ groups }) => groups?.['specifier'] ?? '')
  return path === ROLES ? found.filter((specifier) => specifier === SIGNER) : found
}

/** Our own file of a specifier; undefined for other modules. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replaceAll(sep, '/')
  const [, name, rest] = /^@gateway\/([\w-]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? undefined : `packages/${name}/src/${rest}.ts`
}

const packageOf = (specifier: string): string =>
  specifier.startsWith('node:') ? specifier : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Packages with all their installed dependencies. */
function closureOf(direct: readonly string[]): string[] {
  const folders = new Set(direct.map((name) => folderOf(name, 'packages/chains')))
  for (const folder of folders) {
    const { dependencies = {} }: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    for (const name of Object.keys(dependencies)) folders.add(folderOf(name, folder))
  }
  return [...new Set([...folders].map((folder) => folder.split('node_modules/').at(-1) ?? ''))].toSorted(byName)
}

/** The folder of a package as resolved from another folder: the nearest `node_modules` above it. */
function folderOf(name: string, from: string): string {
  for (let above = from; ; above = dirname(above)) {
    const folder = join(above === '.' ? '' : above, 'node_modules', name)
    if (existsSync(join(root, folder, 'package.json'))) return folder
    if (above === '.') throw new Error(`${name}, a dependency of ${from}, is not installed`)
  }
}
