import { text } from '../wire/params.ts'

/** Parameters that describe a payment, of payment intents and of the sessions that make them. */
export const described = {
  description: text(1_000).optional(),
  receipt_email: text(800).optional(),
  statement_descriptor: text(22).optional(),
  statement_descriptor_suffix: text(22).optional(),
  transfer_group: text().optional(),
}

type Described = { readonly [Name in keyof typeof described]?: string | undefined }

/** What was sent of them, null for what was not. */
export const describedBy = (sent: Described) => ({
  description: sent.description ?? null,
  receipt_email: sent.receipt_email ?? null,
  statement_descriptor: sent.statement_descriptor ?? null,
  statement_descriptor_suffix: sent.statement_descriptor_suffix ?? null,
  transfer_group: sent.transfer_group ?? null,
})
