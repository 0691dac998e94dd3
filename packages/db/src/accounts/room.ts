import { type DbRoom, everyone, insertedBy, readByAll, table } from '../table.ts'
import { ApiKeyEntity } from './api-key.entity.ts'
import { AuditEntryEntity } from './audit-entry.entity.ts'
import { EmailTokenEntity } from './email-token.entity.ts'
import { EmailEntity } from './email.entity.ts'
import { RefusedAddressEntity } from './emails/refused-address.entity.ts'
import { MerchantEntity } from './merchant.entity.ts'
import { PasskeyEntity } from './passkey.entity.ts'
import { RecoveryCodeEntity } from './recovery-code.entity.ts'
import { SessionEntity } from './session.entity.ts'
import { SignInTicketEntity } from './sign-in-ticket.entity.ts'
import { ThrottleEntity } from './throttle.entity.ts'
import { TotpFactorEntity } from './totp-factor.entity.ts'

/** Tables of accounts: credentials are the api's alone. */
export const accountsRoom = {
  tables: {
    merchant: table(
      MerchantEntity,
      [
        // Only the owner of the schema makes operators; no role of the product can.
        {
          to: ['api'],
          may: 'SELECT, INSERT (id, email, password_hash, name, created_at, email_verified_at), UPDATE (password_hash, email_verified_at)',
        },
        { to: everyone, may: 'SELECT (id, email, name, created_at, email_verified_at)' },
      ],
      { assigned: ['operatorSince'] },
    ),
    email_token: table(EmailTokenEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (used_at)' }]),
    throttle: table(ThrottleEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE, DELETE' }]),
    // The text of an e-mail is sealed to the role that sends it; every role may see that one waits.
    email: table(EmailEntity, [
      insertedBy('api', 'webhooks', 'operator'),
      { to: ['webhooks'], may: 'SELECT, UPDATE (sealed, next_attempt_at, attempts, last_problem, sent_at, given_up_at, unsent_reason)' },
      // What waits for a block is sent with it.
      { to: ['chain'], may: 'UPDATE (due_at, next_attempt_at)' },
      {
        to: everyone,
        may: `SELECT (id, merchant_id, kind, recipient, business_id, created_at, due_at, useful_until, escrow_id, escrow_state, document_id, next_attempt_at, attempts,
          last_problem, sent_at, given_up_at, unsent_reason)`,
      },
    ]),
    // Who sends e-mails learns it; who queues them asks first.
    refused_address: table(RefusedAddressEntity, [
      { to: ['api', 'webhooks', 'operator'], may: 'SELECT' },
      { to: ['webhooks'], may: 'INSERT, DELETE' },
      { to: ['operator'], may: 'DELETE' },
    ]),
    passkey: table(PasskeyEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (name, counter, last_used_at), DELETE' }]),
    totp_factor: table(TotpFactorEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE, DELETE' }]),
    recovery_code: table(RecoveryCodeEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (used_at), DELETE' }]),
    sign_in_ticket: table(SignInTicketEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (challenge, attempts, used_at), DELETE' }]),
    session: table(SessionEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE' }]),
    api_key: table(ApiKeyEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (last_used_at, revoked_at)' }]),
    audit_entry: table(AuditEntryEntity, [readByAll, insertedBy('api', 'relay', 'chain', 'webhooks', 'signer', 'lightning', 'operator')], {
      assigned: ['merchantId', 'businessId'],
    }),
  },
} as const satisfies DbRoom
