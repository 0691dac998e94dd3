import { startChild } from '@gateway/devnet/child'
import type { Running } from '@gateway/devnet/running'
import { workerSettings } from '@gateway/scripts/stack/settings'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Story } from './story.ts'

const main = resolve(import.meta.dirname, '../../apps/worker/src/main.ts')

/** Starts one more worker with the same roles, database and namespace as the story's own. */
export function startSecondWorker({ around, gateway }: Pick<Story, 'around' | 'gateway'>): Promise<Running> {
  const folder = join(around.dataDir, 'worker-2')
  mkdirSync(folder, { recursive: true })
  return startChild({
    name: 'worker-2',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main, folder],
    env: { ...workerSettings(around, gateway.custody) },
    isReady: async () => true,
    log: () => {},
  })
}
