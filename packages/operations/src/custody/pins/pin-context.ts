import type { SignerContext } from '../signer-context.ts'

/** The signer context that pinning needs. */
export type PinContext = Pick<
  SignerContext,
  | 'orm'
  | 'ids'
  | 'clock'
  | 'log'
  | 'rails'
  | 'keys'
  | 'partyTokenKeys'
  | 'deploymentId'
  | 'platformAddresses'
  | 'returnHoldMs'
  | 'walletDelayMs'
  | 'failpoint'
>
