import { revokeCredential } from '@gateway/operations/identity/credentials/revoke-credential'
import { rotateIssuerKey } from '@gateway/operations/identity/keys/rotate-issuer-key'
import { withdrawReceipt } from '@gateway/operations/identity/receipts/withdraw-receipt'
import type { Commands } from './command.ts'

/** Operator commands about credentials, the key that signs them, and receipts. */
export const identityCommands: Commands = {
  'revoke-credential': {
    takes: '<credential> <reason>',
    summary: 'revoke a credential for good; everybody can read the reason',
    async run(ctx, { id, more, reason = more.join(' '), by }) {
      if (reason.trim() === '') throw new Error('say why; everybody can read the reason')
      await revokeCredential(ctx, { id, reason: reason.trim(), by })
      console.log('Revoked. The issuer signs its status list again within seconds.')
    },
  },
  'withdraw-receipt': {
    takes: '<receipt> <reason>',
    summary: 'let a receipt count no more, for good; it stays public, the reason is in the audit log',
    async run(ctx, { id, more, reason = more.join(' '), by }) {
      if (reason.trim() === '') throw new Error('say why; the reason is kept in the audit log')
      await withdrawReceipt(ctx, { id, reason: reason.trim(), by })
      console.log('Withdrawn. Scores are computed without it from now on.')
    },
  },
  'rotate-issuer-key': {
    takes: '',
    summary: 'sign credentials with a new key; the former one stays listed, so that what it has signed stays valid',
    async run(ctx, { by }) {
      console.log(`Retired: ${await rotateIssuerKey(ctx, { by })}. A running issuer makes the next key within seconds.`)
    },
  },
}
