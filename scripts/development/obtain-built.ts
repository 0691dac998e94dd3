import type { Log } from '@gateway/devnet/processes/running'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { digestOf, listFiles } from '../source-files.ts'
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
const NO_SOURCE = /(?:^|\/)(?:dist|\.turbo)\/|\.test\.tsx?$/

/** The programs and the portal of the present sources. They are built in a process of its own: a compiler would stay in the memory of this one. */
export async function obtainBuilt(log: Log): Promise<Built> {
  const folder = join(kept, nameOfSources())
  if (!existsSync(folder)) await build(folder, log)
  return { built: builtIn(folder), portalFolder: join(folder, 'portal') }
}

async function build(folder: string, log: Log): Promise<void> {
  log('programs and portal: being built')
  mkdirSync(kept, { recursive: true })
  const unfinished = mkdtempSync(`${folder}.`)
  // Under any other name the build takes the development side of React, and the name of the sources does not tell.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.ts'), unfinished], { cwd: root, env })
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
const nameOfSources = (): string => digestOf(SOURCES.flatMap(listFiles).filter((path) => !NO_SOURCE.test(path))).slice(0, NAME_LENGTH)
