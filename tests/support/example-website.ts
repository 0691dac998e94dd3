import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { addPackages, type PackedClient } from './packed-client.ts'

const root = join(import.meta.dirname, '../..')

/** Starts the website of `examples/sign-in` on the packed client, with these settings, and waits until it listens. */
export async function startExampleWebsite(packed: PackedClient, settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const cwd = packed.newFolder()
  addPackages(cwd, 'express', 'openid-client')
  cpSync(join(root, 'examples/sign-in/main.mjs'), join(cwd, 'main.mjs'))
  const started = spawn(process.execPath, ['main.mjs'], { cwd, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(started.stdout, 'data')
  return started
}
