import type { SignerContext } from '../signer-context.ts'

/** What pinning needs of the signer. */
export type PinContext = Pick<
  SignerContext,
  'orm' | 'ids' | 'clock' | 'log' | 'rails' | 'keys' | 'deploymentId' | 'platformAddresses' | 'returnHoldMs' | 'walletDelayMs' | 'failpoint'
>
