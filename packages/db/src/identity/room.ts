import { type DbRoom, everyone, type Grant, insertedBy, readByAll, table } from '../table.ts'
import { CredentialEntity } from './credential.entity.ts'
import { DidEntity } from './did.entity.ts'
import { EscrowPartyEntity } from './escrow-party.entity.ts'
import { IssuerKeyEntity } from './issuer-key.entity.ts'
import { IssuerRequestEntity } from './issuer-request.entity.ts'
import { LinkedDidEntity } from './linked-did.entity.ts'
import { ReceiptHeadEntity } from './receipts/receipt-head.entity.ts'
import { ReceiptSourceEntity } from './receipts/receipt-source.entity.ts'
import { ReceiptVersionEntity } from './receipts/receipt-version.entity.ts'
import { ReceiptEntity } from './receipt.entity.ts'
import { StatusListEntity } from './status-list.entity.ts'

const byApi = (may: string): Grant => ({ to: ['api'], may })
const byRelay = (may: string): Grant => ({ to: ['relay'], may })
const byIssuer = (may: string): Grant => ({ to: ['issuer'], may })
const byOperator = (may: string): Grant => ({ to: ['operator'], may })

/** Tables of identity. Private keys are the issuer's alone; receipts are written by the api and the relay, which chains them. */
export const identityRoom = {
  tables: {
    did: table(DidEntity, [
      { to: everyone, may: 'SELECT (merchant_id, did, public_key, display_name, created_at)' },
      byIssuer('SELECT, INSERT, UPDATE (sealed_key)'),
    ]),
    linked_did: table(LinkedDidEntity, [readByAll, byIssuer('SELECT'), byApi('INSERT, UPDATE (is_verified, verified_at)')]),
    escrow_party: table(EscrowPartyEntity, [readByAll, byIssuer('SELECT'), insertedBy('api', 'relay')]),
    receipt: table(ReceiptEntity, [
      readByAll,
      byIssuer('SELECT'),
      insertedBy('api', 'relay'),
      byApi('UPDATE (is_verified)'),
      byRelay('UPDATE (is_verified, withdrawn_at, withdrawn_by, sequence, previous_digest, digest)'),
      byOperator('UPDATE (withdrawn_at, withdrawn_by)'),
    ]),
    // A trigger begins a chain, and another one counts versions.
    receipt_head: table(ReceiptHeadEntity, [readByAll, byIssuer('SELECT'), byRelay('UPDATE (length, digest)')]),
    receipt_version: table(ReceiptVersionEntity, [readByAll, byIssuer('SELECT')]),
    // Its rows come from triggers. A row lock needs the right to update a column.
    receipt_source: table(ReceiptSourceEntity, [readByAll, byRelay('UPDATE (happened_at), DELETE')], { assigned: ['id'] }),
    issuer_key: table(IssuerKeyEntity, [
      { to: everyone, may: 'SELECT (kid, public_key, state, created_at, retired_at)' },
      byIssuer('SELECT, INSERT, UPDATE (sealed_key, state, retired_at)'),
      byOperator('UPDATE (state, retired_at)'),
    ]),
    status_list: table(StatusListEntity, [
      readByAll,
      byIssuer('SELECT, INSERT, UPDATE (jwt, signed_at, is_due)'),
      { to: ['operator', 'payments'], may: 'UPDATE (is_due)' },
    ]),
    credential: table(CredentialEntity, [readByAll, byIssuer('SELECT, INSERT'), byOperator('UPDATE (revoked_at, revoke_reason)')]),
    // Who asked may withdraw it until it is taken.
    issuer_request: table(IssuerRequestEntity, [
      readByAll,
      insertedBy('api', 'relay'),
      byApi('UPDATE (state, try_at, ended_at)'),
      byIssuer('SELECT, UPDATE (state, calls, try_at, refusal, credential_id, ended_at), DELETE'),
    ]),
  },
  furtherGrants: {
    role_heartbeat: [byIssuer('SELECT, INSERT, UPDATE')],
  },
} as const satisfies DbRoom
