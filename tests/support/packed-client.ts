import { withLock } from '@gateway/devnet/processes/lock'
import { runFolder } from '@gateway/testing/run-folder'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as Entry from '@gateway/client'
import type * as WebhooksEntry from '@gateway/client/webhooks'

/** The client as a shop gets it: packed, and installed in an empty folder. */
export interface PackedClient {
  /** The installed package. */
  readonly home: string
  readonly entry: typeof Entry
  readonly webhooks: typeof WebhooksEntry
  /** A new folder for a program that uses the package, with nothing but the installation. */
  newFolder(): string
  /** Removes every folder. */
  remove(): void
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'packages/client')

/** The client, packed and installed once per run, as a copy for the caller. */
export async function installPackedClient(): Promise<PackedClient> {
  const installed = await installedOnce()
  const base = mkdtempSync(join(tmpdir(), 'gateway-client-'))
  const newFolder = (): string => {
    const folder = mkdtempSync(join(base, 'shop-'))
    cpSync(installed, folder, { recursive: true })
    return folder
  }
  const home = join(newFolder(), 'node_modules/@gateway/client')
  const load = (file: string) => import(pathToFileURL(join(home, 'dist', file)).href)
  return {
    home,
    entry: await load('index.js'),
    webhooks: await load('webhooks.js'),
    newFolder,
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** The folder that concurrent files copy; they wait for the one that makes it. */
async function installedOnce(): Promise<string> {
  const folder = join(runFolder(), 'client')
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    const unfinished = mkdtempSync(`${folder}-`)
    await packAndInstall(unfinished)
    renameSync(unfinished, folder)
  })
  return folder
}

/** Packs the client as for publishing, and installs the tarball without a network. */
async function packAndInstall(folder: string): Promise<void> {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  await run('npm', ['pack', '--silent', '--pack-destination', tarballs], { cwd: source })
  const [tarball = ''] = readdirSync(tarballs)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(tarballs, tarball)], { cwd: folder })
  rmSync(tarballs, { recursive: true })
}

/** Puts packages of this checkout beside the client in a folder of it, as a shop installs them. */
export function addPackages(folder: string, ...names: readonly string[]): void {
  for (const name of names) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

/** The TypeScript blocks of the package's README, in order. */
export const readmeExamples = (home: string): string[] =>
  [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
