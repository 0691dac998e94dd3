import type { Waiting, WaitingList } from '@gateway/contract/portal/operator-waiting'
import { findWaiting, type WaitingKind, type WaitingRow } from '@gateway/db/payments/waiting-queries'
import { holdEndings } from '@gateway/domain/custody/hold-reasons'
import { isLongCapped } from '@gateway/domain/custody/rules'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import type { Context } from '../../kernel/context.ts'
import { type TemporalUi, workflowPage } from '../../observability/workflow-page.ts'
import { decisionCommands, decisionsByReason } from './decisions-by-reason.ts'
import { holdPhrase } from './hold-phrases.ts'

type WaitingContext = Pick<Context, 'orm' | 'clock'> & TemporalUi

const MOST_OF_A_KIND = 100

/** Payouts that are held or stuck, and settlements that the ledger rejects, oldest first. */
export const listWaitingPayouts = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, ['refused', 'unsigned', 'stuck'])

/** Money that no payout has taken, oldest first: late and short deposits, other assets, deposits of failed payments, open refunds. */
export const listHeldMoney = (ctx: WaitingContext): Promise<WaitingList> => list(ctx, ['untaken'])

async function list(ctx: WaitingContext, kinds: readonly WaitingKind[]): Promise<WaitingList> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  const waiting: Waiting[] = []
  let total = 0
  for (const kind of kinds) {
    const rows = await findWaiting(em, { kind, most: MOST_OF_A_KIND })
    total += rows[0]?.total ?? 0
    waiting.push(...rows.map((row) => waitingOf(ctx, { kind, row, now })))
  }
  return { waiting: waiting.toSorted((a, b) => a.since.getTime() - b.since.getTime()), total }
}

function waitingOf(ctx: TemporalUi, { kind, row, now }: { kind: WaitingKind; row: WaitingRow; now: Date }): Waiting {
  const { payment: paymentId, state, businessId, businessName, asset, units, reason, since, ref, leg } = row
  const isAwaited = row.isAwaited ?? (kind === 'unsigned' || kind === 'stuck')
  const round = ref === undefined || leg === undefined ? null : { ref, leg }
  return {
    kind,
    paymentId,
    state,
    businessId,
    businessName,
    asset,
    units: BigInt(units),
    reason,
    since,
    round,
    because: holdPhrase(reason),
    isAlarm: isAwaited && isLongCapped({ reason, since }, now),
    ...endingOf({ paymentId, reason, round }),
    temporalUrl: workflowPage(ctx, paymentWorkflowId(paymentId)),
  }
}

function endingOf({ paymentId, reason, round }: Pick<Waiting, 'paymentId' | 'reason' | 'round'>): Pick<Waiting, 'ending' | 'commands'> {
  const [word = '', scope = ''] = reason.split(/[ :](.*)/s)
  const decided = decisionsByReason[word]
  if (decided) return { ending: 'decision', commands: decided.map((kind) => [decisionCommands[kind], paymentId]) }
  const ending = endings[word] ?? 'itself'
  if (ending === 'lift') return { ending, commands: [['lift', scope]] }
  if (ending === 'release' && round) return { ending, commands: [['release', round.ref, String(round.leg)]] }
  return { ending, commands: [] }
}

const endings: Readonly<Record<string, Waiting['ending']>> = holdEndings
