import { findEmailFates } from '@gateway/db/accounts/emails/email-queries'
import type { Em } from '@gateway/db/orm'
import type { EmailFate } from '@gateway/domain/accounts/email'

/** What became of the e-mail that brings the customer the link to each escrow, by the escrow's id. */
export const readLinkFates = (em: Em, { escrowIds }: { escrowIds: readonly string[] }): Promise<Map<string, EmailFate>> =>
  findEmailFates(em, { escrowIds, kind: 'escrow_opened' })
