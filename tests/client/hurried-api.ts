import { startChild } from '@gateway/devnet/child'
import { freePort } from '@gateway/devnet/port'
import { apiSettings } from '@gateway/scripts/stack/settings'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Story } from '../support/story.ts'

const main = resolve(import.meta.dirname, '../../apps/api/src/main.ts')
const ONE_EACH = Object.fromEntries(['default', 'anonymous', 'creation', 'polling', 'public', 'test', 'rates'].map((limit) => [limit, 1]))

/** One more api beside the story's own, with the same database, whose every limit is one request a minute. */
export async function startHurriedApi({ around, gateway }: Story): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = join(around.dataDir, 'api-2')
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const running = await startChild({
    name: 'api-2',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main, folder],
    // The address of the first is the issuer of tokens.
    env: {
      ...apiSettings({ ...around, rateLimits: ONE_EACH }, { port, custody: gateway.custody }),
      PUBLIC_BASE_URL: gateway.api,
    },
    isReady: () =>
      fetch(`${origin}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    log: () => {},
  })
  return { origin, stop: () => running.stop() }
}
