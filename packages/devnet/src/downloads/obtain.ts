import type { Pin } from './pins.ts'
import type { Log } from '../processes/running.ts'

/** The context of an obtainer; it logs each download as a line. */
export type ObtainContext = {
  readonly pin: Pin
  readonly log: Log
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal | undefined
}

/** Puts the pinned program into the empty folder `into`, verified by its checksum. */
export type Obtain = (into: string, context: ObtainContext) => Promise<void>
