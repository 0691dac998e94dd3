import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as Entry from '@gateway/client'
import type * as WebhooksEntry from '@gateway/client/webhooks'

/** The client as a shop has it: packed, and installed in a folder with nothing else. */
export interface PackedClient {
  /** The folder of a program that uses it. */
  readonly folder: string
  /** The installed package. */
  readonly home: string
  readonly entry: typeof Entry
  readonly webhooks: typeof WebhooksEntry
  remove(): void
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const source = join(root, 'packages/client')

/** Packs the client as for publishing, and installs the tarball without a network. */
export async function installPackedClient(): Promise<PackedClient> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-client-'))
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  await run('npm', ['pack', '--silent', '--pack-destination', tarballs], { cwd: source })
  const [tarball = ''] = readdirSync(tarballs)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(tarballs, tarball)], { cwd: folder })
  const home = join(folder, 'node_modules/@gateway/client')
  const load = (file: string) => import(pathToFileURL(join(home, 'dist', file)).href)
  return {
    folder,
    home,
    entry: await load('index.js'),
    webhooks: await load('webhooks.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The TypeScript blocks of the package's README, in their order. */
export const readmeExamples = (home: string): string[] =>
  [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
