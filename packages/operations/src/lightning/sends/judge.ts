import { readSendLimits } from '@gateway/db/lightning/balance-queries'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { holdWalletAndPauses } from '@gateway/db/lightning/wallet-queries'
import type { Em } from '@gateway/db/orm'
import type { Verdict } from '@gateway/domain/custody/policy'
import { judgeSend, type SendFacts } from '@gateway/domain/lightning/policy'
import { appendDecisions } from '../../custody/policy/decision-log.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'

const HOUR_MS = 60 * 60 * 1_000

/**
 * What the policy says about a send, with its row in the record of decisions, in the transaction that lets it leave. Those of one wallet follow one
 * another: each counts what the one before has let leave. The decision comes last, because those of all wallets follow one another from there to the commit.
 *
 * @param onAllowed - what else is written of a send that may leave.
 */
export async function judge(
  em: Em,
  ctx: PayContext,
  { payment, onAllowed }: { readonly payment: LightningPaymentEntity; readonly onAllowed: () => Promise<void> },
): Promise<Verdict> {
  await holdWalletAndPauses(em, { id: payment.nodeId })
  const facts = await readFacts(em, ctx, payment)
  const verdict = judgeSend(facts)
  if (verdict.outcome === 'allow') await onAllowed()
  await appendDecisions(em, ctx, [{ intent: payment, verdict, facts: told(facts, verdict) }])
  return verdict
}

async function readFacts(
  em: Em,
  ctx: PayContext,
  { id, nodeId, merchantId, isInternal, amountMsat, reserveMsat }: LightningPaymentEntity,
): Promise<SendFacts> {
  const since = new Date(ctx.clock.now().getTime() - HOUR_MS)
  const { pausedBy, sentMsat, hotMsat } = await readSendLimits(em, { nodeId, merchantId, since, except: id })
  const amount = { amountMsat: amountMsat + reserveMsat, limits: ctx.lightningLimits }
  // One inside the service takes nothing from the node, whatever that holds.
  return { sentMsat, hotMsat: isInternal ? undefined : hotMsat, ...amount, pausedBy: ctx.isPausedByFile() ? 'file' : pausedBy }
}

const told = ({ amountMsat, sentMsat, hotMsat }: SendFacts, { reason }: Verdict): Readonly<Record<string, string>> => ({
  amountMsat: String(amountMsat),
  sentMsat: String(sentMsat),
  hotMsat: hotMsat === undefined ? '' : String(hotMsat),
  reason,
})
