import type { Log } from '@gateway/devnet/processes/running'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BuiltPrograms, builtIn } from '../stack/programs.ts'

/** What `npm run build` has made of the sources. */
export interface Built {
  readonly built: BuiltPrograms
  readonly portalFolder: string
}

const NAME_LENGTH = 16
const KEPT = 10
const root = resolve(import.meta.dirname, '../..')
const kept = join(root, '.cache/built')
/** Where sources are, and what no program of a gateway is made of. */
const SOURCES = ['apps', 'packages', 'scripts']
const NO_SOURCE = /(?:^|\/)(?:node_modules|dist|\.turbo)(?:\/|$)|\.test\.tsx?$/

/** The programs and the portal of the present sources. They are built in a process of its own: a compiler would stay in the memory of this one. */
export async function obtainBuilt(log: Log): Promise<Built> {
  const folder = join(kept, digestOfSources())
  if (!existsSync(folder)) await build(folder, log)
  return { built: builtIn(folder), portalFolder: join(folder, 'portal') }
}

async function build(folder: string, log: Log): Promise<void> {
  log('programs and portal: being built')
  mkdirSync(kept, { recursive: true })
  const unfinished = mkdtempSync(`${folder}.`)
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.ts'), unfinished], { cwd: root })
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder)
  forgetOldest()
}

/** A stack that runs for days may still start its parts again from an earlier build, so that some are kept. */
function forgetOldest(): void {
  const byAge = readdirSync(kept)
    .map((name) => ({ name, madeAt: statSync(join(kept, name)).mtimeMs }))
    .toSorted((a, b) => b.madeAt - a.madeAt)
  for (const { name } of byAge.slice(KEPT)) rmSync(join(kept, name), { recursive: true, force: true })
}

/** A name of the sources and of the installed packages. */
function digestOfSources(): string {
  const digest = createHash('sha256')
  for (const path of [...SOURCES.flatMap(listFiles), 'package-lock.json']) digest.update(`${path}\n`).update(readFileSync(join(root, path)))
  return digest.digest('hex').slice(0, NAME_LENGTH)
}

/** Files below a folder, in the order of their paths. */
const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((path) => !NO_SOURCE.test(path))
    .toSorted()
