import type { CardLog } from './card-log.ts'
import { type Evidence, lineOf, rowsOf } from './judgement.ts'

/** What the processor charged for each invoice, in cents. */
export async function chargesOf(evidence: Evidence, { effects }: CardLog): Promise<Map<string, number>> {
  const cards = await rowsOf<{ id: string; invoice_id: string }>(
    evidence,
    'SELECT id, invoice_id FROM card_payment WHERE invoice_id IS NOT NULL',
  )
  const invoiceOf = new Map(cards.map((card) => [card.id, card.invoice_id]))
  const paymentOf = new Map(
    effects.flatMap(({ object, id, metadata }) =>
      object === 'payment_intent' ? [[id, metadata?.['card_payment_id'] ?? ''] as const] : [],
    ),
  )
  const charged = new Map<string, number>()
  for (const { object, status, payment_intent: intent, amount = 0 } of effects) {
    const invoice = invoiceOf.get(paymentOf.get(intent ?? '') ?? '')
    if (object === 'charge' && status === 'succeeded' && invoice !== undefined) charged.set(invoice, (charged.get(invoice) ?? 0) + amount)
  }
  return charged
}

/** Money in suspense is that of invoices, to the last unit. */
export const wrongSuspense = async (evidence: Evidence): Promise<string[]> =>
  (
    await rowsOf<object>(
      evidence,
      `SELECT asset, sum(booked) AS booked, sum(held) AS held FROM (
          SELECT asset, bal AS booked, 0 AS held FROM account WHERE code = 'suspense:late'
          UNION ALL SELECT asset, 0, units FROM deposit WHERE subject = 'invoice' AND credit_revision IS NOT NULL AND held_in = 'suspense:late') AS parts
        GROUP BY asset HAVING sum(booked) <> sum(held)`,
    )
  ).map((row) => lineOf({ problem: 'money in suspense is not that of invoices', ...row }))
