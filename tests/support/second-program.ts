import { startChild, takeFolder } from '@gateway/devnet/processes/child'
import type { Running } from '@gateway/devnet/processes/running'
import { commandOf } from '@gateway/scripts/stack/programs'
import { signerSettings, workerSettings } from '@gateway/scripts/stack/settings'
import { join } from 'node:path'
import type { Story } from './story.ts'

/** Starts one more worker or signer with the same settings, database and namespace as the story's own. */
export async function startSecond(role: 'worker' | 'signer', { around, gateway }: Pick<Story, 'around' | 'gateway'>): Promise<Running> {
  const name = `${role}-2`
  const folder = join(around.dataDir, name)
  await takeFolder({ name, folder, log: () => {} })
  return startChild({
    name,
    folder,
    ...commandOf(role, { folder, built: around.built }),
    env: role === 'worker' ? workerSettings(around, gateway.custody) : signerSettings(around),
    isReady: async () => true,
    log: () => {},
  })
}
