import { dirname, join } from 'node:path'
import type { CustodyEnv } from '../env.ts'
import { openHighWaterFile, type HighWaterFile } from './high-water-file.ts'

/** The signer's high-water file. */
export const openHighWater = ({
  CUSTODY_SEQUENCE_FILE,
  CUSTODY_SEED_FILE,
}: Pick<CustodyEnv, 'CUSTODY_SEQUENCE_FILE' | 'CUSTODY_SEED_FILE'>): HighWaterFile =>
  openHighWaterFile(CUSTODY_SEQUENCE_FILE ?? join(dirname(CUSTODY_SEED_FILE), 'custody.sequence'))
