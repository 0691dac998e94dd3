import type { ScannerInput } from './signals.ts'

/** Activities of the chain role. */
export interface ScannerActivities {
  /** Reads a chain for up to 50 minutes, from the cursor in Postgres on; heartbeats `{ height, head, lagBlocks }`. */
  scanBlocks(input: ScannerInput): Promise<void>
}
