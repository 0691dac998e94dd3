import type { PauseScope } from '@gateway/domain/custody/pause'
import type { DecidingContext, DecidingRole } from '../policy/decision-log.ts'
import type { HighWaterFile } from '../recovery/high-water-file.ts'

/** What is known of a role that calls somebody else to move money. */
interface GuardedRoleFacts {
  /** What stops when the database lacks its decisions, or its log was changed. */
  readonly scope: PauseScope
  /** What operators call it. */
  readonly name: string
  /** The setting that names its file. */
  readonly file: string
}

/** The roles that note their decisions outside the database; the signer notes its attempts instead. */
export const guardedRoles = {
  lightning: { scope: 'lightning', name: 'Lightning', file: 'LIGHTNING_SEQUENCE_FILE' },
  processor: { scope: 'cards', name: 'the role processor', file: 'PROCESSOR_SEQUENCE_FILE' },
} as const satisfies Partial<Record<DecidingRole, GuardedRoleFacts>>

/** Dependencies of a role that notes its decisions outside the database. */
export interface GuardedContext extends DecidingContext {
  readonly decidesAs: keyof typeof guardedRoles
  /** The file of the role that knows its last decision. */
  readonly sequence: Pick<HighWaterFile, 'highestAttempt' | 'recordAttempt' | 'recordAccepted'>
}
