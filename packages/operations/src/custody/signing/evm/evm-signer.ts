import type { PayoutSigner } from '../payout-signer.ts'
import { openFlushReplacement } from './replace-flush-batch.ts'
import { signFlushBatch } from './sign-flush-batch.ts'

/** Signs transactions of the gas payer that flush deposit contracts. */
export const evmSigner: PayoutSigner = { sign: signFlushBatch, openReplacement: openFlushReplacement }
