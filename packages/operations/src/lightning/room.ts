import type { OperationsRoom } from '../rooms.ts'
import { restartSends } from './work/restart-sends.ts'

/** What the jobs of all rooms know of Lightning wallets. */
export const lightningRoom: OperationsRoom = { restart: restartSends }
