import { startChild, takeFolder } from '@gateway/devnet/processes/child'
import type { Running } from '@gateway/devnet/processes/running'
import { join } from 'node:path'
import type { Gateway } from './gateway.ts'
import { commandOf } from './programs.ts'
import { signerSettings, type Surroundings, workerSettings } from './settings.ts'

/** A running gateway and what it runs on. */
interface Started {
  readonly around: Surroundings
  readonly gateway: Gateway
}

/** Starts a further worker or signer, the second unless another number is named: the same settings, database and namespace as the first. */
export async function startFurther(role: 'worker' | 'signer', { around, gateway }: Started, number = 2): Promise<Running> {
  const name = `${role}-${number}`
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
