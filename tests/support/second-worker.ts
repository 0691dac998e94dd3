import { startChild } from '@gateway/devnet/processes/child'
import type { Running } from '@gateway/devnet/processes/running'
import { commandOf } from '@gateway/scripts/stack/programs'
import { workerSettings } from '@gateway/scripts/stack/settings'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Story } from './story.ts'

/** Starts one more worker with the same roles, database and namespace as the story's own. */
export function startSecondWorker({ around, gateway }: Pick<Story, 'around' | 'gateway'>): Promise<Running> {
  const folder = join(around.dataDir, 'worker-2')
  mkdirSync(folder, { recursive: true })
  return startChild({
    name: 'worker-2',
    folder,
    ...commandOf('worker', { folder, built: around.built }),
    env: { ...workerSettings(around, gateway) },
    isReady: async () => true,
    log: () => {},
  })
}
