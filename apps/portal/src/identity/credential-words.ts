import type { CredentialType } from '@gateway/domain/identity/credential'

/** What a credential says, in words. */
export const credentialWords: Readonly<Record<CredentialType, string>> = {
  EscrowSettlementCredential: 'Settled escrow',
  DidControlCredential: 'Control of a DID',
  ReputationCredential: 'Reputation',
}
