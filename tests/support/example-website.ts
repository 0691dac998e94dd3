import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Starts the website of `examples/sign-in` with these settings, and waits until it listens. */
export async function startExampleWebsite(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const args = ['--conditions', 'gateway-source', 'examples/sign-in/main.mjs']
  const started = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(started.stdout, 'data')
  return started
}
