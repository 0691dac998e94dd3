import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { roundsOfHeld } from '../../payments/held/rounds-of-held.ts'
import type { CryptoInvoice } from '../deposits/invoice-holding.ts'
import { forwardedOf } from '../deposits/forwarded-of.ts'
import { undecidedDeposits } from './held-deposits.ts'

const NONE = 'forward held funds of an invoice that has none awaiting a decision'
const BEHIND = 'forward held funds of an invoice while its previous round is not final'

/** The rounds in which the held funds of an invoice could be forwarded now, or what prevents it, as an `InvalidState` says it. */
export async function findForwardable(
  em: Em,
  ctx: Context,
  invoice: CryptoInvoice,
): Promise<{ spends: readonly PlannedSpend[]; problem: string | undefined }> {
  const held = undecidedDeposits(await readDeposits(em, 'invoice', [invoice.id]))
  const { spends, isBehind } = await roundsOfHeld(em, ctx, { purpose: 'invoice_forward', object: forwardedOf(invoice), held })
  if (spends.length > 0) return { spends, problem: undefined }
  return { spends, problem: isBehind ? BEHIND : NONE }
}
