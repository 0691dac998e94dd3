import type { Pin } from './pins.ts'
import type { Log } from '../processes/running.ts'

/** What an obtainer works with; it reports each download as a line. */
export type ObtainContext = { readonly pin: Pin; readonly log: Log; readonly env: NodeJS.ProcessEnv }

/** Puts the pinned program below the empty folder `into`, checked against its checksum. */
export type Obtain = (into: string, context: ObtainContext) => Promise<void>
